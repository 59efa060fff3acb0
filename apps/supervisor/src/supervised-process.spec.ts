import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SupervisedProcess } from './supervised-process';

let folder: string;
let sentences: string[];
let kept: SupervisedProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervised-process-'));
  sentences = [];
});

afterEach(async () => {
  await kept?.stop(0);
  await rm(folder, { recursive: true });
});

/** Runs a program that writes its pid as a line of a file at each start. */
async function keep(
  program: string,
): Promise<{ kept: SupervisedProcess; failure: Promise<never>; pids: () => number[] }> {
  const main = join(folder, 'program.js');
  const log = join(folder, 'pids');
  await writeFile(log, '');
  await writeFile(main, `require('fs').appendFileSync(${JSON.stringify(log)}, process.pid + '\\n');\n${program}`);
  const process_ = new SupervisedProcess('worker', main, {}, (sentence) => sentences.push(sentence));
  kept = process_;
  const failure = process_.start();
  failure.catch(() => undefined);
  return { kept: process_, failure, pids: () => readFileSync(log, 'utf8').split('\n').filter(Boolean).map(Number) };
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not happen within 10 s');
    await sleep(10);
  }
}

const STAYS = 'setInterval(() => {}, 1000);';

it('a process that was killed is started again, with a message', async () => {
  const { kept, pids } = await keep(STAYS);
  kept.expectToRun();
  await until(() => pids().length === 1);
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  await until(() => pids().length === 2);
  expect(sentences).toEqual(['The worker has died (SIGKILL); starting it again in 0.5 s.']);
});

it('each further start waits longer', async () => {
  const { kept, pids } = await keep('process.exit(1);');
  kept.expectToRun();
  await until(() => pids().length === 3);
  expect(sentences.slice(0, 2)).toEqual([
    'The worker has died (code 1); starting it again in 0.5 s.',
    'The worker has died (code 1); starting it again in 1 s.',
  ]);
});

it('a process that dies three times before it ever ran is abandoned', async () => {
  const { failure, pids } = await keep('process.exit(7);');
  await expect(failure).rejects.toThrow('the worker dies at once (code 7)');
  expect(pids()).toHaveLength(3);
});

it('a stopped process receives SIGTERM and is not started again', async () => {
  const { kept, pids } = await keep(`process.on('SIGTERM', () => process.exit(0));${STAYS}`);
  await until(() => pids().length === 1);
  await kept.stop(5000);
  await sleep(700);
  expect(pids()).toHaveLength(1);
  expect(sentences).toEqual([]);
});

it('a process that does not stop within the grace period is killed, with a message', async () => {
  const { kept, pids } = await keep(`process.on('SIGTERM', () => {});${STAYS}`);
  await until(() => pids().length === 1);
  await sleep(50);
  await kept.stop(200);
  expect(sentences).toEqual(['The worker did not stop within 0.2 s and was killed.']);
  expect(() => process.kill(pids()[0] ?? 0, 0)).toThrow('ESRCH');
});
