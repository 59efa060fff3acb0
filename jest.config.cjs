const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { $schema: _, ...swcOptions } = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));

// Trials of broken builds: npm run test:mutations.
const swcJest =
  process.env.FAULTS_MUTATION === undefined ? '@swc/jest' : '<rootDir>/test/support/runner/mutating-transform.cjs';

/** What every project has. */
const base = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/runner/node-environment.cjs',
  runtime: '<rootDir>/test/support/runner/shared-modules-runtime.cjs',
  transform: { '^.+\\.ts$': [swcJest, { ...swcOptions, swcrc: false }] },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};

/** PostgreSQL for the tests of a run. */
const withServer = {
  globalSetup: '<rootDir>/test/support/runner/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/runner/global-teardown.ts',
};

const unit = {
  ...base,
  displayName: 'unit',
  testMatch: ['apps', 'libs', 'packages'].map((folder) => `<rootDir>/${folder}/**/*.spec.ts`),
};

const project = (name) => ({
  ...base,
  ...withServer,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.spec.ts`],
});

module.exports = {
  testTimeout: 90_000,
  // test/README.md says what belongs where.
  projects: [
    unit,
    ...['integration', 'e2e', 'processes', 'checks', 'security', 'faults', 'production', 'real', 'browser'].map(
      project,
    ),
  ],
};
