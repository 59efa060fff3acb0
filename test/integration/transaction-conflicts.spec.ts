import { convertDatabaseError, type Database } from '#lib/database';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

describe('two conflicting transactions', () => {
  let opened: OpenedDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: 6 });
    ({ database } = opened);
    await database.query('create table account (id int primary key, sum int not null)');
    await database.query('insert into account values (1, 100), (2, 100)');
  });
  afterAll(() => opened.remove());

  it('in reverse order (40P01): the loser runs again, and both are kept', async () => {
    let runs = 0;
    const meeting = meetingOf(2);
    const move = (from: number, to: number) =>
      database.transaction(async (tx) => {
        runs += 1;
        await tx.query('update account set sum = sum - 1 where id = $1', [from]);
        await meeting();
        await tx.query('update account set sum = sum + 1 where id = $1', [to]);
      });
    await Promise.all([move(1, 2), move(2, 1)]);
    // Three, or four where the machine is so busy that the one that lost is back before the other one wakes up.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await database.query('select id, sum from account order by id')).toEqual([
      { id: 1, sum: 100 },
      { id: 2, sum: 100 },
    ]);
  });

  it('on rows that both had read (40001): no change is lost', async () => {
    let runs = 0;
    const meeting = meetingOf(2);
    const add = () =>
      database.transaction(async (tx) => {
        runs += 1;
        await tx.query('set transaction isolation level serializable');
        const [row] = await tx.query<{ sum: number }>('select sum from account where id = 1');
        await meeting();
        await tx.query('update account set sum = $1 where id = 1', [(row?.sum ?? 0) + 1]);
      });
    await Promise.all([add(), add()]);
    expect(runs).toBe(3);
    expect(await database.query('select sum from account where id = 1')).toEqual([{ sum: 102 }]);
  });

  it.each(['40001', '40P01'])('without end (%s): three attempts, then a 503', async (state) => {
    let runs = 0;
    const failure = await database
      .transaction(async (tx) => {
        runs += 1;
        await tx.query(`do $$ begin raise exception 'again' using errcode = '${state}'; end $$`);
      })
      .catch((error: unknown) => error);
    expect(runs).toBe(3);
    expect(convertDatabaseError(failure)).toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
  });
});

/** Waits for so many callers; whoever comes later passes at once. */
function meetingOf(count: number): () => Promise<void> {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived >= count) open();
    return gate;
  };
}
