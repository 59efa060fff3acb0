import { Database } from '#lib/database';
import { type Statement, textOf } from '#lib/database/testing';
import { SystemClock } from '#lib/kernel';
import { INDEXED_SESSION_SORTS, type SessionPageQuery, sessionSearch, SessionsService } from '#lib/tracking';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';
import { FIRST_PAGE } from '../support/inputs/session-page';

const COUNT = 20_000;

/** Remembers the last statement that was run. */
class RecordingDatabase extends Database {
  last: { sql: string; parameters: readonly unknown[] } = { sql: '', parameters: [] };

  override query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.last = { sql: textOf(statement), parameters };
    return super.query<Row>(statement, parameters);
  }
}

describe('pages of 20,000 sessions', () => {
  let opened: OpenedDatabase;
  let database: RecordingDatabase;
  let sessions: SessionsService;

  beforeAll(async () => {
    opened = await openTestDatabase({ poolSize: 2, statementTimeoutMs: 30_000 });
    database = new RecordingDatabase(opened.database.dataSource);
    sessions = new SessionsService(database, new SystemClock());
    await database.query(
      `insert into tracking_session (code, stock_name, entry_date, priority, next_review_at, fundamental_score, ended_at,
         deleted_at, market_source)
       select lpad(i::text, 6, '0'), (array['平安', '万科', '东方'])[1 + i % 3] || (array['银行', '地产'])[1 + i % 2] || i,
         date '2024-01-01' + i * 7919 % 700, i * 31 % 101, case when i % 3 = 0 then date '2026-01-01' + i % 400 end,
         case when i % 2 = 0 then i % 21 end, case when i % 4 = 0 then now() - i % 1000 * interval '1 hour' end,
         case when i % 97 = 0 then now() end, 'none'
       from generate_series(1, $1::integer) i`,
      [COUNT],
    );
    await database.query(
      `insert into session_market (session_id, close_vs_entry_pct, circulating_market_cap_yi, cyq_spread_ratio,
         lowest_volume_trade_date)
       select id, id * 7 % 2000 / 10.0, id * 13 % 50000 / 10.0, case when id % 2 = 0 then id * 17 % 1000 / 1000.0 end,
         date '2025-01-01' + (id * 3 % 360)::integer
       from tracking_session`,
    );
    await database.query('vacuum analyze');
  });
  afterAll(() => opened.remove());

  interface PlanNode {
    'Node Type': string;
    'Index Name'?: string;
    'Actual Rows': number;
    Plans?: PlanNode[];
  }
  const planOf = async (query: Partial<SessionPageQuery>): Promise<PlanNode[]> => {
    await sessions.list({ ...FIRST_PAGE, ...query });
    const { sql, parameters } = database.last;
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${sql}`,
      parameters,
    );
    const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
    return row === undefined ? [] : flat(row['QUERY PLAN'][0].Plan);
  };

  it.each(INDEXED_SESSION_SORTS)(
    'sorted by %s: use the index of the sort and sort no more than a page',
    async (sort) => {
      for (const order of ['asc', 'desc'] as const) {
        for (const offset of [0, 3000, COUNT - 400]) {
          const plan = await planOf({ sort, order, offset });
          const walk = plan.find((node) => new RegExp(`_${sort}_(asc|desc)$`).test(node['Index Name'] ?? ''));
          // The deepest page reads no more of the index than the near ones do.
          expect([order, offset, (walk?.['Actual Rows'] ?? Infinity) <= 3050]).toEqual([order, offset, true]);
          for (const node of plan.filter(({ 'Node Type': type }) => type === 'Sort')) {
            expect(node['Actual Rows']).toBeLessThanOrEqual(FIRST_PAGE.limit);
          }
        }
      }
    },
  );

  it.each(['平安银行77', '地产19', '零', '零零'])('look up the name part %s in the trigram index', async (part) => {
    const search = { by: 'name', part, initials: null } as const;
    const indexes = (await planOf({ search })).map((node) => node['Index Name']);
    expect(indexes).toContain('tracking_session_name_trgm');
  });

  it('look up a code in its index', async () => {
    const plan = await planOf({ search: sessionSearch('0123') });
    expect(plan.map((node) => node['Index Name'])).toContain('tracking_session_code');
  });
});
