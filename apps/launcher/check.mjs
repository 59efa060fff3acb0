// npm run check: every rule of the house that a program can check. One line per check; any failure is a failure of all.
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

const SIDE_BY_SIDE = 2;
const SPECS = 'specs of test/checks';

/** Longest first, so that the short ones fill the gaps. */
const CHECKS = [
  ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']],
  ['types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']],
  ['console types', 'typescript/bin/tsc', ['--noEmit', '-p', 'apps/console']],
  ['client types', 'typescript/bin/tsc', ['--noEmit', '-p', 'packages/client']],
  [SPECS, 'jest/bin/jest.js', ['--json', '--silent', '--selectProjects', 'checks']],
  ['format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  [
    'borders',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'packages', 'test'],
  ],
  ['dead code', 'knip/bin/knip.js', []],
];

process.chdir(ROOT);
ensureInstalled();
const started = performance.now();
const waiting = [...CHECKS];
let failures = 0;
await Promise.all(
  Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
  }),
);
console.log(failures === 0 ? `all checks passed in ${seconds(started)}` : `${failures} failed, ${seconds(started)}`);
process.exitCode = failures === 0 ? 0 : 1;

async function run([name, program, parameters]) {
  const from = performance.now();
  const child = spawn(process.execPath, [`node_modules/${program}`, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const [output, errors, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((done) => child.once('close', (exitCode) => done(exitCode))),
  ]);
  if (name === SPECS && reportSpecs(output)) return;
  report(name, code === 0, seconds(from), `${output}${errors}`);
}

/** A line for each spec file. False where jest ended without a report. */
function reportSpecs(output) {
  const start = output.indexOf('{"');
  if (start < 0) return false;
  for (const file of JSON.parse(output.slice(start)).testResults) {
    const name = basename(file.name, '.spec.ts').replaceAll('-', ' ');
    report(name, file.status === 'passed', `${((file.endTime - file.startTime) / 1000).toFixed(1)} s`, file.message);
  }
  return true;
}

function report(name, passed, time, output) {
  if (!passed) failures += 1;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(13)} ${time.padStart(7)}`);
  if (!passed) console.log(`${output.trim()}\n`);
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

function seconds(from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
