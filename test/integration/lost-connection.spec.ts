import { convertDatabaseError, type Database } from '#lib/database';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

describe('a lost connection', () => {
  let opened: OpenedDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: 3 });
    ({ database } = opened);
  });

  afterAll(() => opened.remove());

  async function failureOf(work: Promise<unknown>): Promise<unknown> {
    return work.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it('between two statements of a transaction is reported as an unavailable database, not as an error of ours', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        await database.query('select pg_terminate_backend($1)', [own?.pid]);
        // Long enough for the driver to hear of it while no statement is under way.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx.query('select 1');
      }),
    );
    expect(convertDatabaseError(failure)).toMatchObject({ code: 'database_unavailable', retryable: true });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('in the middle of a statement is reported as an unavailable database too', async () => {
    const failure = await failureOf(
      database.transaction(async (tx) => {
        const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        await Promise.all([
          tx.query('select pg_sleep(5)'),
          database.query('select pg_terminate_backend($1)', [own?.pid]),
        ]);
      }),
    );
    expect(convertDatabaseError(failure)).toMatchObject({ code: 'database_unavailable', retryable: true });
  });
});
