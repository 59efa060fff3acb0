import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, migrate } from '#lib/database';
import { ENTITIES, MIGRATIONS } from '#lib/schema';
import { TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';

/** What the next build would bring. */
class AddNote1999999999998 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table note (id bigint primary key)');
  }
  async down(): Promise<void> {
    // Never undone.
  }
}

class AlterJob1999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table job add column note text');
  }
  async down(): Promise<void> {
    // Never undone.
  }
}

const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = 300;

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

it('a migration during a backup lets requests through, and is done when the backup has ended', async () => {
  const bearer = await api.login();
  const backup = new Client({ connectionString: api.databaseUrl });
  await backup.connect();
  await backup.query('begin; lock table job in access share mode');
  const dataSource = await createDataSource({
    url: api.databaseUrl,
    entities: ENTITIES,
    migrations: [...MIGRATIONS, AddNote1999999999998, AlterJob1999999999999],
    applicationName: 'test',
    poolSize: 3,
    statementTimeoutMs: 60_000,
  }).initialize();
  const said: string[] = [];
  let ended = false;
  const migrating = migrate(dataSource, {
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    pauseMs: PAUSE_MS,
    report: (sentence) => said.push(sentence),
  }).finally(() => (ended = true));
  migrating.catch(() => undefined);
  try {
    let slowestMs = 0;
    while (said.length < 3) {
      const from = performance.now();
      const { status } = await api.call('GET', '/api/jobs', { bearer });
      slowestMs = Math.max(slowestMs, performance.now() - from);
      expect(status).toBe(200);
      expect(ended).toBe(false);
      await sleep(20);
    }
    expect(said[0]).toContain('AlterJob1999999999999 waits for a table that another program uses');
    expect(slowestMs).toBeLessThan(3000);
    // The one before has been committed by itself.
    expect(await api.database.query(`select to_regclass('note') is not null as there`)).toEqual([{ there: true }]);
  } finally {
    await backup.query('rollback');
    await backup.end();
  }
  expect(await migrating).toEqual({ applied: ['AddNote1999999999998', 'AlterJob1999999999999'] });
  await until('the lock is free again', 5000, async () => {
    const [row] = await api.database.query<{ held: number }>(
      `select count(*)::int as held from pg_locks where locktype = 'advisory' and database =
         (select oid from pg_database where datname = current_database())`,
    );
    return row?.held === 0;
  });
  await dataSource.destroy();
});
