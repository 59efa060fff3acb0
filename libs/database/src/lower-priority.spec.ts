import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { lowerPriority } from './lower-priority';

let child: ChildProcess;
let pid: number;

beforeEach(async () => {
  child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => undefined, 1000)']);
  pid = child.pid ?? 0;
  if (child.stdout !== null) await once(child.stdout, 'data');
});

afterEach(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
});

it('lowerPriority raises the nice value of a process, on Linux of all its threads', () => {
  const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
  expect(lowerPriority(7, pid)).toBe(true);
  expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => 7));
});

(existsSync('/proc/self/autogroup') ? it : it.skip)(
  'a session leader lowers its session, and leaves the session of others alone',
  async () => {
    const autogroupOf = (one: number): string => readFileSync(`/proc/${one}/autogroup`, 'latin1');
    const before = autogroupOf(pid);
    lowerPriority(7, pid);
    expect(autogroupOf(pid)).toBe(before);
    const leader = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => undefined, 1000)'], {
      detached: true,
    });
    await once(leader.stdout, 'data');
    lowerPriority(7, leader.pid ?? 0);
    expect(autogroupOf(leader.pid ?? 0)).toContain('nice 7');
    const exit = once(leader, 'exit');
    leader.kill('SIGKILL');
    await exit;
  },
);

it('a process with an even lower priority keeps it', () => {
  lowerPriority(9, pid);
  expect(lowerPriority(3, pid)).toBe(true);
  expect(getPriority(pid)).toBe(9);
});

it('a process that is gone causes no error', async () => {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  expect(lowerPriority(7, pid)).toBe(false);
});
