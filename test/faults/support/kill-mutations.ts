/** npm run test:mutations [-- PART OF A NAME]: breaks the built program, one thing at a time, and tells which tests notice. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';
import { build } from '../../support/running-program';
import { type Mutation, MUTATIONS } from './mutations';

const ROOT = join(__dirname, '../../..');

interface Verdict {
  readonly mutation: Mutation;
  readonly killed: boolean;
  readonly seconds: number;
}

/** A program that does not start fails every test, and proves nothing. */
function expectProgram({ name, file, source, find = '', replace = '' }: Mutation): void {
  const path = file ?? source;
  if (path === undefined) return;
  const code = readFileSync(join(ROOT, path), 'utf8');
  if (!code.includes(find)) throw new Error(`"${name}" does not fit ${path} any more`);
  const broken = code.replaceAll(find, replace);
  if (source !== undefined) transformSync(broken, { filename: path });
  else new Script(`(async () => {${broken}})`);
}

function tryOut(mutation: Mutation): Verdict {
  expectProgram(mutation);
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['node_modules/jest/bin/jest.js', '--selectProjects', 'faults', 'main', '--json'],
      ...['--testPathPatterns', `test/${mutation.spec}\\.spec`, '--testNamePattern', mutation.test],
    ],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, FAULTS_MUTATION: JSON.stringify(mutation) } },
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { numFailedTests: number; numPassedTests: number };
  if (report.numFailedTests + report.numPassedTests === 0) {
    throw new Error(`no test ran for "${mutation.name}":\n${stderr}`);
  }
  return { mutation, killed: status !== 0, seconds: Math.round((performance.now() - from) / 1000) };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function main(): void {
  build();
  const part = process.argv[2] ?? '';
  const verdicts = MUTATIONS.filter(({ name }) => name.includes(part)).map((mutation) => {
    const verdict = tryOut(mutation);
    const rows = mutation.rows.join(', ');
    print(
      `${verdict.killed ? 'killed  ' : 'SURVIVED'} ${String(verdict.seconds).padStart(4)} s  rows ${rows.padEnd(10)} ${mutation.name}: ${mutation.spec}, ${mutation.test}`,
    );
    return verdict;
  });
  const survivors = verdicts.filter(({ killed }) => !killed).length;
  print(`${verdicts.length - survivors} of ${verdicts.length} mutations killed`);
  process.exitCode = survivors === 0 ? 0 : 1;
}

main();
