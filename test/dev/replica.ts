/**
 * npm run dev:replica [-- --port 3000 --max-lag 2000]: a PostgreSQL, a streaming replica of it, and the program on both, with
 * the demo market, until Ctrl-C. Nothing of it is kept.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { childEnvironment } from '#lib/config';
import { ReplicatedPostgres } from '../support/database/replicated-postgres';

const ROOT = join(__dirname, '../..');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, 'max-lag': { type: 'string', default: '2000' } },
  });
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  console.log('Starting a PostgreSQL and its replica …');
  const servers = await ReplicatedPostgres.start({ command: 'npm run dev:replica' });
  const dataDir = await mkdtemp(join(tmpdir(), 'stock-cycle-dev-replica-'));
  console.log(`  primary     ${servers.url}\n  replica     ${servers.replicaUrl}`);
  const program = spawn(process.execPath, [join(ROOT, 'apps/launcher/start.mjs')], {
    cwd: ROOT,
    stdio: 'inherit',
    // Out of the terminal's reach: Ctrl-C comes here first and is passed on once.
    detached: true,
    env: childEnvironment({
      DATABASE_URL: servers.url,
      DATABASE_REPLICA_URL: servers.replicaUrl,
      DATABASE_REPLICA_MAX_LAG_MS: values['max-lag'],
      DATA_DIR: dataDir,
      PORT: values.port,
    }),
  });
  const exited = once(program, 'exit');
  try {
    await Promise.race([stopped, exited]);
    program.kill('SIGTERM');
    await exited;
  } finally {
    await servers.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
