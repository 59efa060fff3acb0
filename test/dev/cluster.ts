/**
 * Four APIs and eight workers behind HAProxy, on one PostgreSQL of their own, until Ctrl-C.
 * npm run dev:cluster -- --port 3000 --apis 4 --workers 8 --redis redis://…
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FaultyProcess } from '../faults/support/faulty-process';
import { PostgresServer } from '../faults/support/postgres-server';
import { freePort } from '../support/processes/free-port';
import { HaProxy } from '../support/processes/haproxy';
import { build } from '../support/processes/running-program';
import { until } from '../support/until';

const ROOT = resolve(__dirname, '../..');
const READY_MS = 180_000;
/** Of an administrator on this machine alone, who is gone with the database. */
const PASSWORD = 'a password for trials';

/** What is undone at the end, the last first. */
const undo: (() => Promise<unknown>)[] = [];

async function prepare(settings: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/apps/supervisor/src/prepare.js')], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'], ...settings, ADMIN_PASSWORD: PASSWORD },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the database could not be prepared');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      apis: { type: 'string', default: '4' },
      workers: { type: 'string', default: '8' },
      redis: { type: 'string' },
    },
  });
  build();
  const dataDir = await mkdtemp(join(tmpdir(), 'stock-cycle-cluster-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await PostgresServer.start({ maxConnections: 500, durable: false });
  undo.push(() => postgres.remove());
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret of trials, long enough for this',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'warn',
    ...(values.redis === undefined ? {} : { REDIS_URL: values.redis }),
  };
  await prepare(settings);
  const programs: FaultyProcess[] = [];
  undo.push(() => Promise.all(programs.map((program) => program.end())));
  const urls: string[] = [];
  for (let at = 0; at < Number(values.apis); at += 1) {
    const port = await freePort();
    urls.push(`http://127.0.0.1:${port}`);
    programs.push(new FaultyProcess('api', { ...settings, PORT: String(port), STOP_DELAY_SECONDS: '4' }));
  }
  for (let at = 0; at < Number(values.workers); at += 1) programs.push(new FaultyProcess('worker', settings));
  const proxy = await HaProxy.start(urls, Number(values.port));
  undo.push(() => proxy.remove());
  await until('every API is ready', READY_MS, async () => {
    const replies = await Promise.all(urls.map((url) => fetch(`${url}/health/ready`).catch(() => undefined)));
    return replies.every((reply) => reply?.status === 200);
  });
  console.log(`\nReady: ${proxy.url}/ as admin with "${PASSWORD}". To kill (-9), stop (-STOP, -CONT) or end one:`);
  programs.forEach(({ name, pid }, at) => console.log(`  ${pid}  ${name}${at < urls.length ? `  ${urls[at]}` : ''}`));
  console.log('\nCtrl-C ends them all.');
}

async function end(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit()));

main().catch(async (error: unknown) => {
  console.error(error);
  await end();
  process.exitCode = 1;
});
