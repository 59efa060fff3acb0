// Lets plain Node run our TypeScript: node --conditions=source --require ./test/support/runner/swc-register.cjs file.ts
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');
const { transformSync, version } = require('@swc/core');
const mutatedSource = require('./mutated-source.cjs');

const ROOT = join(__dirname, '../../..');
/** Compiled files by the hash of all that they depend on: a test run starts dozens of processes of the same thousand files. */
const CACHE = join(ROOT, 'node_modules/.cache/swc-register');

const swcrc = readFileSync(join(ROOT, '.swcrc'), 'utf8');
const { $schema: _, ...options } = JSON.parse(swcrc);
mkdirSync(CACHE, { recursive: true });

require.extensions['.ts'] = (module, filename) => {
  const source = mutatedSource(readFileSync(filename, 'utf8'), filename);
  const hash = createHash('sha1').update(`${version}\0${swcrc}\0${filename}\0`).update(source).digest('hex');
  const cached = join(CACHE, `${hash}.js`);
  module._compile(readIfThere(cached) ?? compile(source, filename, cached), filename);
};

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function compile(source, filename, cached) {
  const { code } = transformSync(source, { ...options, filename, swcrc: false, sourceMaps: 'inline' });
  // Another process or thread may write the same file: a rename shows it whole or not at all.
  const partial = `${cached}.${process.pid}.${threadId}`;
  writeFileSync(partial, code);
  renameSync(partial, cached);
  return code;
}
