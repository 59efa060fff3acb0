import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHolder, lockDataDir } from './data-dir-lock';
import { readStartMark } from './process-table';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lock-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

async function leaveLock(holder: { pid: number; host?: string; startMark?: string | undefined }): Promise<void> {
  await writeFile(join(dataDir, 'lock'), JSON.stringify({ command: 'npm start', host: hostname(), ...holder }));
}

it('a lock names its holder until it is released', async () => {
  const lock = await lockDataDir(dataDir, 'market sync');
  await expect(lockDataDir(dataDir, 'npm start')).rejects.toThrow(`in use by "market sync" (process ${process.pid})`);
  await lock.release();
  expect(await readHolder(dataDir)).toBeUndefined();
  await (await lockDataDir(dataDir, 'npm start')).release();
});

it('a lock is taken over from a process that is gone', async () => {
  await leaveLock({ pid: 4_194_304 });
  await (await lockDataDir(dataDir, 'npm start')).release();
});

it('a lock is taken over if its process id belongs to another process by now', async () => {
  await leaveLock({ pid: process.ppid, startMark: 'some other time' });
  await (await lockDataDir(dataDir, 'npm start')).release();
});

it('a lock is respected if the process is the one that wrote it', async () => {
  await leaveLock({ pid: process.ppid, startMark: readStartMark(process.ppid) });
  await expect(lockDataDir(dataDir, 'npm start')).rejects.toThrow(`(process ${process.ppid})`);
});

it('the lock of another host is respected as long as its heartbeat goes on', async () => {
  await leaveLock({ pid: 1, host: 'other-container' });
  await expect(lockDataDir(dataDir, 'npm start')).rejects.toThrow('(process 1 on other-container)');
  const past = new Date(Date.now() - 60_000);
  await utimes(join(dataDir, 'lock'), past, past);
  await (await lockDataDir(dataDir, 'npm start')).release();
});

it('a lock that is cut off in the middle counts for nothing', async () => {
  await writeFile(join(dataDir, 'lock'), '{"pid": 1');
  await (await lockDataDir(dataDir, 'npm start')).release();
});
