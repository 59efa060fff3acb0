const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const { $schema: _, ...swcOptions } = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));

// Trials of broken builds: npm run test:mutations.
const swcJest =
  process.env.FAULTS_MUTATION === undefined ? '@swc/jest' : '<rootDir>/test/support/runner/mutating-transform.cjs';

/** What every project has. */
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  transform: { '^.+\\.ts$': [swcJest, { ...swcOptions, swcrc: false }] },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  globalSetup: '<rootDir>/test/support/runner/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/runner/global-teardown.ts',
};

const project = (displayName, testMatch) => ({ ...base, displayName, testMatch });

module.exports = {
  testTimeout: 30_000,
  projects: [
    project('main', [
      '<rootDir>/libs/**/*.spec.ts',
      '<rootDir>/apps/**/*.spec.ts',
      '<rootDir>/test/integration/**/*.spec.ts',
      '<rootDir>/test/e2e/**/*.spec.ts',
    ]),
    project('checks', ['<rootDir>/test/checks/**/*.spec.ts']),
    project('security', ['<rootDir>/test/security/**/*.spec.ts']),
    project('faults', ['<rootDir>/test/faults/**/*.spec.ts']),
    project('production', ['<rootDir>/test/production/**/*.spec.ts']),
    project('real', ['<rootDir>/test/real/**/*.spec.ts']),
    project('browser', ['<rootDir>/test/browser/**/*.spec.ts']),
  ],
};
