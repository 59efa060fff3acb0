import type { Database } from '#lib/database';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

describe('emptying tables beside a worker', () => {
  let opened: OpenedDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: 3, statementTimeoutMs: 20_000 });
    ({ database } = opened);
    await database.query('create table aa (id int primary key); create table bb (id int primary key)');
    await database.query('insert into aa values (1); insert into bb values (1)');
  });

  afterAll(() => opened.remove());

  it('never costs a transaction that takes the same tables in reverse order', async () => {
    let tries = 0;
    let emptied: Promise<void> = Promise.resolve();
    await database.transaction(async (tx) => {
      tries += 1;
      await tx.query('insert into bb values (2)');
      emptied = emptyTables(database, ['aa', 'bb']);
      // It has aa and waits for bb.
      for (let waits = 0; waits === 0;) {
        const [row] = await database.query<{ n: number }>(
          `select count(*)::int as n from pg_locks where not granted and relation = 'bb'::regclass`,
        );
        waits = row?.n ?? 0;
      }
      await tx.query('insert into aa values (2)');
    });
    await emptied;
    expect(tries).toBe(1);
    expect(await database.query('select id from aa union all select id from bb')).toEqual([]);
  });
});
