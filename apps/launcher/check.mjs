// npm run check: every rule of the house that a program can check. One line per check; any failure is a failure of all.
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './root.mjs';

const SIDE_BY_SIDE = 2;
/** Room for short-lived objects, which compilers make many of: less time goes to collecting garbage. */
const YOUNG_MB = 64;
/** The types of the whole tree and what lint keeps of them: Node.js gives a process a quarter of a small machine's memory. */
const OLD_MB = 4096;
const SPECS = 'specs of test/checks';
const TYPES_AND_LINT = 'apps/launcher/types-and-lint.mjs';

/** Longest first, so that the short ones fill the gaps. */
const CHECKS = [
  ['types, lint', TYPES_AND_LINT, ['.']],
  ['of the console', TYPES_AND_LINT, ['apps/console']],
  ['of the client', TYPES_AND_LINT, ['packages/client']],
  [SPECS, 'node_modules/jest/bin/jest.js', ['--json', '--silent', '--selectProjects', 'checks']],
  ['format', 'node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']],
  [
    'borders',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'packages', 'test'],
  ],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
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
  const memory = [`--max-semi-space-size=${YOUNG_MB}`, `--max-old-space-size=${OLD_MB}`];
  const child = spawn(process.execPath, [...memory, program, ...parameters], {
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
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)} ${time.padStart(7)}`);
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
