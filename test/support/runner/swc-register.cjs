// Lets plain Node run our TypeScript: node --conditions=source --require ./test/support/runner/swc-register.cjs file.ts
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');
const mutatedSource = require('./mutated-source.cjs');

const { $schema: _, ...options } = JSON.parse(readFileSync(join(__dirname, '../../../.swcrc'), 'utf8'));

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(mutatedSource(readFileSync(filename, 'utf8'), filename), {
    ...options,
    filename,
    swcrc: false,
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};
