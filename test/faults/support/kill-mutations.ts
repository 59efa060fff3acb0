/** npm run test:mutations [-- PART OF A NAME]: breaks the built program, one thing at a time, and tells which tests notice. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../../support/processes/running-program';
import { expectFits } from './expect-fits';
import { type Mutation, MUTATIONS } from './mutations';

const ROOT = join(__dirname, '../../..');

/** Bytes: a failed test may print whole tables. */
const LONGEST_REPORT = 256 * 1024 * 1024;

interface Verdict {
  readonly mutation: Mutation;
  readonly killed: boolean;
  readonly seconds: number;
}

function tryOut(mutation: Mutation): Verdict {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['node_modules/jest/bin/jest.js', '--selectProjects', 'faults', 'integration', 'e2e', 'processes', '--json'],
      ...['--testPathPatterns', `test/${mutation.spec}\\.spec`, '--testNamePattern', mutation.test],
    ],
    {
      ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: LONGEST_REPORT },
      env: { ...process.env, FAULTS_MUTATION: JSON.stringify(mutation) },
    },
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
  const chosen = MUTATIONS.filter(({ name }) => name.includes(part));
  for (const mutation of chosen) expectFits(mutation);
  const verdicts = chosen.map((mutation) => {
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
