// Lets plain Node run our TypeScript: node --conditions=source --require ./test/support/swc-register.cjs file.ts
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const { $schema: _, ...options } = JSON.parse(readFileSync(join(__dirname, '../../.swcrc'), 'utf8'));

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    ...options,
    filename,
    swcrc: false,
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};
