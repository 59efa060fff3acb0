/**
 * The whole program behind PgBouncer for trials: an embedded PostgreSQL, PgBouncer in front of it, API and worker through that,
 * until Ctrl-C. Needs pgbouncer.
 * npm run dev:pgbouncer -- --port 3000 --pool 20
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { childEnvironment } from '#lib/config';
import { startEmbeddedPostgres } from '#lib/embedded-postgres';
import { PgBouncer } from '../support/processes/pgbouncer';
import { build } from '../support/processes/running-program';

const ROOT = join(__dirname, '../..');
/** Both hold their folder. */
const FOLDERS = { postgres: '.data/pgbouncer/postgres', program: '.data/pgbouncer/program' };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, pool: { type: 'string', default: '20' } },
  });
  build();
  const starting = new AbortController();
  let stop = (): void => starting.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());
  const postgres = await startEmbeddedPostgres({
    dataDir: resolve(ROOT, FOLDERS.postgres),
    command: 'npm run dev:pgbouncer',
    log: (sentence) => console.log(sentence),
    signal: starting.signal,
  });
  let bouncer: PgBouncer | undefined;
  try {
    bouncer = await PgBouncer.start(postgres.url, { poolSize: Number(values.pool), detached: true });
    if (starting.signal.aborted) return;
    const program = fork(join(ROOT, 'dist/apps/supervisor/src/main.js'), {
      cwd: ROOT,
      // Ctrl-C of a terminal reaches a group; the program is told by us alone.
      detached: true,
      env: childEnvironment({
        DATABASE_URL: bouncer.url,
        DATABASE_DIRECT_URL: postgres.url,
        DATA_DIR: resolve(ROOT, FOLDERS.program),
        PORT: values.port,
      }),
    });
    stop = () => void program.kill('SIGTERM');
    console.log(`PostgreSQL   ${postgres.url}\nPgBouncer    ${bouncer.url}\nIts console  ${bouncer.consoleUrl}`);
    await once(program, 'exit');
  } finally {
    await bouncer?.remove();
    await postgres.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
