import { type Database } from '#lib/database';
import { SystemClock } from '#lib/kernel';
import { MarketLoadHooks } from '#lib/market-data';
import { SessionMarketService, type SessionPageQuery, SessionsService, SessionTotalsService } from '#lib/tracking';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';
import { emptyTables } from '../support/database/empty-tables';
import { FIRST_PAGE } from '../support/inputs/session-page';

const WRITERS = 6;
const WRITES = 60;

describe('the kept totals of sessions', () => {
  let opened: OpenedDatabase;
  let database: Database;
  let totals: SessionTotalsService;
  let sessions: SessionsService;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: WRITERS + 2 });
    database = opened.database;
    totals = new SessionTotalsService(database);
    sessions = new SessionsService(database, new SystemClock());
  });
  afterAll(() => opened.remove());
  afterEach(() => emptyTables(database, ['tracking_session']));

  const insert = (from: number, to: number, endedAt: string | null = null): Promise<unknown> =>
    database.query(
      `insert into tracking_session (code, entry_date, market_source, ended_at)
       select lpad(i::text, 6, '0'), '2026-01-05', 'none', $3::timestamptz from generate_series($1::integer, $2::integer) i`,
      [from, to, endedAt],
    );
  const kept = async (): Promise<Record<string, number>> => {
    const found = await totals.compare();
    for (const total of found) expect(total.kept).toBe(total.counted);
    return Object.fromEntries(found.map((total) => [total.status, total.kept]));
  };
  const listed = (status: SessionPageQuery['status'], more: Partial<SessionPageQuery> = {}): Promise<number> =>
    sessions.list({ ...FIRST_PAGE, status, ...more }).then(({ total }) => total);

  it('follow every way in which a session appears, changes and goes', async () => {
    await insert(1, 10);
    await insert(11, 13, '2026-02-01T00:00:00Z');
    expect(await kept()).toEqual({ open: 10, closed: 3 });
    await database.query(`update tracking_session set ended_at = now() where code <= '000004'`);
    expect(await kept()).toEqual({ open: 6, closed: 7 });
    await database.query(`update tracking_session set deleted_at = now(), ended_at = null where code = '000001'`);
    await database.query(`update tracking_session set deleted_at = now() where code = '000010'`);
    expect(await kept()).toEqual({ open: 5, closed: 6 });
    await database.query(`update tracking_session set deleted_at = null where code in ('000001', '000010')`);
    expect(await kept()).toEqual({ open: 7, closed: 6 });
    await database.query(`delete from tracking_session where code > '000009'`);
    expect(await kept()).toEqual({ open: 6, closed: 3 });
    await database.query('truncate tracking_session cascade');
    expect(await kept()).toEqual({ open: 0, closed: 0 });
  });

  it('are what lists say, and other filters count', async () => {
    await insert(1, 8);
    await insert(9, 11, '2026-02-01T00:00:00Z');
    await database.query(`update tracking_session set deleted_at = now() where code in ('000008', '000011')`);
    await database.query(`update tracking_session set priority = 90 where code <= '000003'`);
    expect([await listed('all'), await listed('open'), await listed('closed')]).toEqual([9, 7, 2]);
    expect(await listed('open', { minPriority: 90 })).toBe(3);
    expect(await listed('all', { includeDeleted: true })).toBe(11);
    expect(await listed('all', { offset: 600 })).toBe(9);
  });

  it('stay exact while sessions are written and the ledger is merged at the same time', async () => {
    let code = 0;
    const next = (): number => (code += 1);
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < WRITES; round += 1) {
        const one = next();
        await insert(one, one);
        const own = String(one).padStart(6, '0');
        if (round % 2 === writer % 2)
          await database.query('update tracking_session set ended_at = now() where code = $1', [own]);
        if (round % 3 === 0)
          await database.query('update tracking_session set deleted_at = now() where code = $1', [own]);
        if (round % 5 === 0) await database.query('delete from tracking_session where code = $1', [own]);
      }
    };
    let writing = true;
    const merge = async (): Promise<void> => {
      while (writing) {
        await totals.merge();
        await kept();
      }
    };
    const merging = Promise.all([merge(), merge()]);
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    writing = false;
    await merging;
    await totals.merge();
    const { open = 0, closed = 0 } = await kept();
    expect(open + closed).toBe(await listed('all'));
    expect(await database.query('select status from session_count order by status')).toEqual([
      { status: 'closed' },
      { status: 'open' },
    ]);
  });

  it('of a transaction that is rolled back leave nothing', async () => {
    await insert(1, 2);
    await expect(
      database.transaction(async (tx) => {
        await tx.query(
          `insert into tracking_session (code, entry_date, market_source) values ('000009', '2026-01-05', 'none')`,
        );
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await kept()).toEqual({ open: 2, closed: 0 });
  });

  it('of a damaged ledger are repaired', async () => {
    await insert(1, 5);
    await database.query(`insert into session_count (status, delta) values ('open', 7), ('closed', -2)`);
    expect(await totals.compare()).toEqual([
      { status: 'open', kept: 12, counted: 5 },
      { status: 'closed', kept: -2, counted: 0 },
    ]);
    await new SessionMarketService(database, new MarketLoadHooks()).rebuild();
    expect(await kept()).toEqual({ open: 5, closed: 0 });
  });
});
