import type { Database, Transaction } from '#lib/database';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';

describe('two writers that take the same rows in reverse order', () => {
  let opened: OpenedDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: 4, statementTimeoutMs: 20_000 });
    ({ database } = opened);
    await database.query('create table pair (id int primary key, writes int not null)');
    await database.query('insert into pair values (1, 0), (2, 0)');
  });

  afterAll(() => opened.remove());

  it('both succeed: the one that the server cancels runs once more', async () => {
    let tries = 0;
    let bothHold: () => void = () => undefined;
    const held = new Promise<void>((done) => (bothHold = done));
    let holding = 0;
    const write = (first: number, second: number) => async (tx: Transaction) => {
      tries += 1;
      await tx.query('update pair set writes = writes + 1 where id = $1', [first]);
      holding += 1;
      if (holding === 2) bothHold();
      await held;
      await tx.query('update pair set writes = writes + 1 where id = $1', [second]);
    };
    await Promise.all([database.transaction(write(1, 2)), database.transaction(write(2, 1))]);
    expect(await database.query('select id, writes from pair order by id')).toEqual([
      { id: 1, writes: 2 },
      { id: 2, writes: 2 },
    ]);
    expect(tries).toBe(3);
  });
});
