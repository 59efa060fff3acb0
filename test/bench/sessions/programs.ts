import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from './recorded-queries';

const ROOT = join(__dirname, '../../..');
const FROM_SOURCE = ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')];
const READY_MS = 60_000;
const POOL_SIZE = 10;

/** A server under load: ours, or the bare one. */
export interface Served {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The API as in production, logging every request into a file. Rate limits are off: they would end the bench. */
export async function startApi(
  databaseUrl: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const port = await freePort();
  const log = openSync(join(folder, `api-${port}.log`), 'w');
  const child = fork(join(ROOT, 'apps/api/src/main.ts'), [], {
    cwd: ROOT,
    execArgv: FROM_SOURCE,
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'program'),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      REDIS_URL: '',
      JWT_SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'info',
      RATE_LIMIT: 'off',
      ...settings,
    },
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  const end = Date.now() + READY_MS;
  for (;;) {
    const live = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (live?.ok === true) return { url, pid: child.pid ?? 0, stop: () => stop(child) };
    if (child.exitCode !== null || Date.now() > end) throw new Error('the API did not start');
    await sleep(100);
  }
}

export async function startBare(databaseUrl: string, plans: Record<string, Plan>): Promise<Served> {
  const child = fork(join(__dirname, 'bare-program.ts'), [], {
    cwd: ROOT,
    execArgv: FROM_SOURCE,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.send({ databaseUrl, poolSize: POOL_SIZE, plans });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
