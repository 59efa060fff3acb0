import { addDays, calendarDayOf, Clock } from '#lib/kernel';
import { AI_CONSENSUS, PRIMARY_PHASES, type SessionView } from '#lib/tracking';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { type Reply, TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';
const TODAY = calendarDayOf('2026-03-10');
/** More than twice the offset up to which pages are walked from the front. */
const COUNT = 1300;
/** Rows of a page: each is held against the document, which takes longer than finding it. */
const PAGE = 25;

class SetClock extends Clock {
  instant = new Date('2026-03-10T04:00:00.000Z');

  override now(): Date {
    return this.instant;
  }
}

interface Row {
  id: number;
  code: string;
  stock_name: string | null;
  entry_date: string;
  current_primary_phase: string | null;
  priority: number;
  next_review_at: string | null;
  fundamental_score: number | null;
  ai_consensus: string | null;
  ended_at: string | null;
  deleted_at: string | null;
  close_vs_entry_pct: number | null;
  circulating_market_cap_yi: number | null;
  cyq_spread_ratio: number | null;
  lowest_volume_trade_date: string | null;
  latest_close: number | null;
  change_pct: number | null;
  turnover_pct: number | null;
  volume_ratio: number | null;
}

/** What the rows of this suite can be sorted by. */
const SORTS = [
  ...([
    'priority',
    'entry_date',
    'next_review_at',
    'lowest_volume_trade_date',
    'ended_at',
    'cyq_spread_ratio',
  ] as const),
  ...([
    'fundamental_score',
    'close_vs_entry_pct',
    'circulating_market_cap_yi',
    'code',
    'phase',
    'ai_consensus',
  ] as const),
  ...(['latest_close', 'change_pct', 'turnover_pct', 'volume_ratio'] as const),
];
type Sort = (typeof SORTS)[number];

/** Words stand in the order of their vocabulary. */
function keyOf(row: Row, sort: Sort): string | number | null {
  const place = (words: readonly string[], word: string | null) => (word === null ? null : words.indexOf(word));
  if (sort === 'phase') return place(PRIMARY_PHASES, row.current_primary_phase);
  return sort === 'ai_consensus' ? place(AI_CONSENSUS, row.ai_consensus) : row[sort];
}

/** Rows with many ties and many NULLs; the same in every run. */
function manyRows(): Row[] {
  let state = 20260310;
  const draw = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const maybe = <T>(value: T): T | null => (draw(4) === 0 ? null : value);
  const pick = <T>(values: readonly T[]): T | null => values[draw(values.length)] ?? null;
  return Array.from({ length: COUNT }, (_, index) => ({
    id: index + 1,
    // One open session a code: every code comes once.
    code: String(600000 + index * 7).padStart(6, '0'),
    stock_name: maybe(`${pick(['平安', '万科Ａ', 'ST东方', '100%股', 'a_b']) ?? ''}${draw(30)}`),
    entry_date: addDays(TODAY, -draw(200)),
    current_primary_phase: maybe(pick(['markup', 'markdown', 'transition'])),
    priority: draw(12) * 9,
    next_review_at: maybe(addDays(TODAY, draw(800) - 400)),
    fundamental_score: maybe(draw(21)),
    ai_consensus: maybe(pick(['上涨', '下跌', '震荡'])),
    ended_at: draw(3) === 0 ? `2026-02-${String(10 + draw(10))}T00:00:00Z` : null,
    deleted_at: draw(20) === 0 ? '2026-03-01T00:00:00Z' : null,
    close_vs_entry_pct: maybe(draw(100) - 50),
    circulating_market_cap_yi: maybe(draw(500)),
    cyq_spread_ratio: maybe(draw(50) / 1000),
    lowest_volume_trade_date: maybe(addDays(TODAY, -draw(300))),
    latest_close: maybe(draw(60) / 2),
    change_pct: maybe(draw(41) / 2 - 10),
    turnover_pct: maybe(draw(40) / 4),
    volume_ratio: maybe(draw(60) / 10),
  }));
}

describe('the list of sessions', () => {
  const clock = new SetClock();
  let api: TestApi;
  let token: string;
  let user: TestUser;
  const rows = manyRows();
  const live = rows.filter((row) => row.deleted_at === null);

  beforeAll(async () => {
    api = await TestApi.start({ clock, environment: { RATE_LIMIT: 'off' } });
    token = await api.login();
    user = await createPlainUser(api);
    await api.database.query(
      `insert into tracking_session (id, code, stock_name, entry_date, current_primary_phase, priority, next_review_at,
         fundamental_score, ai_consensus, ended_at, deleted_at, market_source)
       overriding system value
       select id, code, stock_name, entry_date, current_primary_phase, priority, next_review_at, fundamental_score,
         ai_consensus, ended_at, deleted_at, 'none'
       from jsonb_populate_recordset(null::tracking_session, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
    await api.database.query(
      `insert into session_market (session_id, close_vs_entry_pct, circulating_market_cap_yi, cyq_spread_ratio,
         lowest_volume_trade_date, latest_close, change_pct, turnover_pct, volume_ratio)
       select id, close_vs_entry_pct, circulating_market_cap_yi, cyq_spread_ratio, lowest_volume_trade_date, latest_close,
         change_pct, turnover_pct, volume_ratio
       from jsonb_to_recordset($1::jsonb) as r(id bigint, close_vs_entry_pct float8, circulating_market_cap_yi float8,
         cyq_spread_ratio float8, lowest_volume_trade_date date, latest_close float8, change_pct float8, turnover_pct float8,
         volume_ratio float8)`,
      [JSON.stringify(rows)],
    );
    await api.database.query('analyze tracking_session, session_market');
  });
  afterAll(() => api.stop());

  interface List {
    sessions: (SessionView & { deletedAt?: string | null })[];
    pagination: { total: number; limit: number; offset: number; hasMore: boolean };
  }
  const listReply = (query: Record<string, unknown>, bearer?: string): Promise<Reply> => {
    const text = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    return api.call('GET', `${SESSIONS}?${text}`, bearer === undefined ? {} : { bearer });
  };
  const list = async (query: Record<string, unknown>, bearer?: string): Promise<List> => {
    const reply = await listReply(query, bearer);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    return reply.body.data as List;
  };
  /** What the list must be, worked out without a database. */
  const expected = (keep: (row: Row) => boolean, sort: Sort = 'priority', order = 'desc'): number[] =>
    live
      .filter(keep)
      .sort((a, b) => {
        const [x, y] = [keyOf(a, sort), keyOf(b, sort)];
        if (x === y) return b.id - a.id;
        if (x === null) return 1;
        if (y === null) return -1;
        return (x < y ? -1 : 1) * (order === 'asc' ? 1 : -1);
      })
      .map((row) => row.id);
  const idsOf = ({ sessions }: List): number[] => sessions.map((session) => session.id);
  const everything = (): boolean => true;
  const isOpen = (row: Row): boolean => row.ended_at === null;

  describe.each(SORTS)('sorted by %s', (sort) => {
    it.each(['asc', 'desc'])('returns by %s pages that are the right part of the whole', async (order) => {
      for (const [filter, keep] of [
        [{}, everything],
        [{ status: 'open' }, isOpen],
      ] as const) {
        const all = expected(keep, sort, order);
        const middle = Math.floor(all.length / 2);
        for (const offset of [0, 150, 499, middle - 1, middle, middle + 1, all.length - 150, all.length - 1]) {
          const page = await list({ ...filter, sort, order, limit: PAGE, offset });
          expect([offset, idsOf(page)]).toEqual([offset, all.slice(offset, offset + PAGE)]);
          expect(page.pagination).toEqual({
            total: all.length,
            limit: PAGE,
            offset,
            hasMore: offset + PAGE < all.length,
          });
        }
      }
    });
  });

  it('walks all pages without a gap or an overlap', async () => {
    const ids: number[] = [];
    for (let offset = 0, more = true; more; offset += 200) {
      const page = await list({ limit: 200, offset, sort: 'cyq_spread_ratio', order: 'asc' });
      ids.push(...idsOf(page));
      more = page.pagination.hasMore;
    }
    expect(ids).toEqual(expected(everything, 'cyq_spread_ratio', 'asc'));
  });

  it.each<[Record<string, unknown>, (row: Row) => boolean]>([
    [{ status: 'all' }, everything],
    [{ status: 'open' }, isOpen],
    [{ status: 'closed' }, (row) => row.ended_at !== null],
    [{ phase: 'all' }, everything],
    [{ phase: 'markup' }, (row) => row.current_primary_phase === 'markup'],
    [{ phase: 'accumulation' }, () => false],
    [{ phase: 'nocategory' }, (row) => row.current_primary_phase === null],
    [{ phase: '_null' }, (row) => row.current_primary_phase === null],
    [{ ai_consensus: 'all' }, everything],
    [{ ai_consensus: '上涨' }, (row) => row.ai_consensus === '上涨'],
    [{ ai_consensus: '震荡' }, (row) => row.ai_consensus === '震荡'],
    [{ ai_consensus: 'unset' }, (row) => row.ai_consensus === null],
    [{ ai_consensus: 'none' }, (row) => row.ai_consensus === null],
    [{ code: '6001' }, (row) => row.code.startsWith('6001')],
    [{ code: '600007' }, (row) => row.code === '600007'],
    [{ code: '６００' }, (row) => row.code.startsWith('600')],
    [{ code: '0' }, () => false],
    [{ code: '6000070' }, () => false],
    [{ code: ' ' }, everything],
    [{ code: '平安' }, (row) => row.stock_name?.includes('平安') === true],
    [{ code: '平安7' }, (row) => row.stock_name?.includes('平安7') === true],
    [{ code: '股' }, (row) => row.stock_name?.includes('股') === true],
    [{ code: '安' }, (row) => row.stock_name?.includes('安') === true],
    [{ code: '安安' }, () => false],
    [{ code: '%%' }, () => false],
    [{ code: '万科a' }, (row) => row.stock_name?.includes('万科Ａ') === true],
    [{ code: 'ｓｔ东' }, (row) => row.stock_name?.includes('ST东') === true],
    [{ code: '%' }, (row) => row.stock_name?.includes('%') === true],
    [{ code: '_' }, (row) => row.stock_name?.includes('_') === true],
    [{ code: 'a_b1' }, (row) => row.stock_name?.includes('a_b1') === true],
    [{ code: '______' }, () => false],
    [{ code: '平安\\' }, () => false],
    [{ code: "'; drop table tracking_session; --" }, () => false],
    [{ review_due: 'today' }, (row) => row.next_review_at === null || row.next_review_at <= TODAY],
    [{ review_due: '1' }, (row) => row.next_review_at === null || row.next_review_at <= TODAY],
    [{ review_due: 'due' }, (row) => row.next_review_at === null || row.next_review_at <= TODAY],
    [{ review_due: 'recorded' }, everything],
    [{ review_due: 'before' }, (row) => row.next_review_at !== null && row.next_review_at > TODAY],
    [{ review_due: 'not_due' }, (row) => row.next_review_at !== null && row.next_review_at > TODAY],
    ...[7, 14, 30, 180, 360].map((days): [Record<string, unknown>, (row: Row) => boolean] => [
      { review_due: `${days}d` },
      ({ next_review_at: at }) => at !== null && at > TODAY && at <= addDays(TODAY, days),
    ]),
    [
      { status: 'open', phase: 'markup', code: '平安', ai_consensus: 'unset', review_due: 'due' },
      (row) =>
        isOpen(row) &&
        row.current_primary_phase === 'markup' &&
        row.stock_name?.includes('平安') === true &&
        row.ai_consensus === null &&
        (row.next_review_at === null || row.next_review_at <= TODAY),
    ],
  ])('filters by %j exactly the expected sessions', async (query, keep) => {
    const all = expected(keep);
    const page = await list({ ...query, limit: 200 });
    expect(idsOf(page)).toEqual(all.slice(0, 200));
    expect(page.pagination.total).toBe(all.length);
  });

  it('is tested with cases that keep something and cases that leave something out', () => {
    for (const part of ['平安7', '万科Ａ', 'ST东', '%', '_', 'a_b1']) {
      expect(live.some((row) => row.stock_name?.includes(part) === true)).toBe(true);
    }
    expect(expected((row) => row.next_review_at === TODAY || row.next_review_at === addDays(TODAY, 7))).not.toEqual([]);
  });

  it('clamps the limit to 200 and falls back to priority and desc', async () => {
    expect((await list({ limit: 5000 })).pagination.limit).toBe(200);
    expect((await list({})).pagination).toMatchObject({ limit: 50, offset: 0 });
    const fallback = await list({ sort: 'id; drop table tracking_session', order: 'sideways' });
    expect(idsOf(fallback)).toEqual(expected(everything).slice(0, 50));
    const page = await list({ offset: 1_000_000 });
    expect(page).toMatchObject({ sessions: [], pagination: { total: live.length, hasMore: false } });
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'offset=-1',
    'offset=99999999999999999999',
    'status=OPEN',
    'phase=up',
    'ai_consensus=up',
    'user_scope=mine',
    'review_due=8d',
    'review_due=',
    'include_deleted=maybe',
    'code=a&code=b',
    'code[]=a',
    'code[$ne]=a',
    'code=%00',
    'colour=red',
    'Sort=priority',
  ])('rejects ?%s with a 400 that names the parameter', async (query) => {
    const reply = await api.call('GET', `${SESSIONS}?${query}`);
    expect([reply.status, reply.body.success]).toEqual([400, false]);
    expect(reply.body.error).toContain((query.split('=')[0] ?? '').split('[')[0]);
  });

  describe("limited to the caller's own codes", () => {
    beforeAll(async () => {
      await api.database.query(
        `insert into watchlist_item (user_id, code) values ($1, '600007'), ($1, '600014'), ($1, '999999'), (1, '600021')`,
        [user.id],
      );
      await api.database.query(
        `insert into position (user_id, code, quantity) values ($1, '600028', 100), (1, '600035', 100)`,
        [user.id],
      );
    });
    const codes = async (scope: string, bearer: string): Promise<string[]> =>
      (await list({ user_scope: scope }, bearer)).sessions.map((session) => session.code).sort();
    const kept = (...wanted: string[]): string[] =>
      live.filter((row) => wanted.includes(row.code)).map((row) => row.code);

    it('returns them for a login and for a personal API key, of anybody', async () => {
      for (const bearer of [user.token, user.apiKey]) {
        expect(await codes('watchlist_only', bearer)).toEqual(kept('600007', '600014'));
        expect(await codes('position_only', bearer)).toEqual(kept('600028'));
      }
      expect(await codes('watchlist_only', token)).toEqual(kept('600021'));
      const byQuery = await list({ user_scope: 'watchlist_only', api_key: user.apiKey });
      expect(byQuery.sessions.map((session) => session.code).sort()).toEqual(kept('600007', '600014'));
    });

    it('responds 401 without a credential and for an invalid one, before any other check', async () => {
      for (const scope of ['watchlist_only', 'position_only']) {
        for (const bearer of [undefined, 'sck_bad_key', 'a.b.c']) {
          const reply = await listReply({ user_scope: scope, limit: 'abc' }, bearer);
          expect([scope, bearer, reply.status, Object.keys(reply.body)]).toEqual([scope, bearer, 401, ['error']]);
          expect(reply.headers.get('www-authenticate')).not.toBeNull();
        }
      }
    });

    it('is public otherwise, and ignores an invalid credential', async () => {
      expect((await listReply({ user_scope: 'all' }, 'sck_bad_key')).status).toBe(200);
      expect((await listReply({}, 'a.b.c')).status).toBe(200);
    });
  });

  describe('with deleted sessions', () => {
    it('is for administrators', async () => {
      expect((await listReply({ include_deleted: true })).status).toBe(401);
      expect((await listReply({ include_deleted: 1 })).status).toBe(401);
      expect((await listReply({ include_deleted: true }, user.token)).status).toBe(403);
      expect((await listReply({ include_deleted: true }, user.apiKey)).status).toBe(403);
      expect((await listReply({ include_deleted: true, user_scope: 'watchlist_only' })).status).toBe(401);
      expect((await listReply({ include_deleted: false })).status).toBe(200);
    });

    it('marks them by deletedAt', async () => {
      for (const sort of ['entry_date', 'close_vs_entry_pct']) {
        const found: List['sessions'] = [];
        for (let offset = 0; offset < COUNT; offset += 200) {
          const page = await list({ include_deleted: true, limit: 200, offset, sort }, token);
          expect(page.pagination.total).toBe(COUNT);
          found.push(...page.sessions);
        }
        expect(new Set(found.map((session) => session.id)).size).toBe(COUNT);
        const deleted = found.filter((session) => session.deletedAt !== null).map((session) => session.id);
        expect(deleted.length).toBe(COUNT - live.length);
        expect(found.find((session) => session.id === deleted[0])?.deletedAt).toBe('2026-03-01T00:00:00.000Z');
      }
      expect(Object.keys((await list({})).sessions[0] ?? {})).not.toContain('deletedAt');
    });
  });

  it.each([
    // The day in Shanghai begins at 16:00 UTC of the day before.
    ['2026-03-10T15:59:59.999Z', '2026-03-10'],
    ['2026-03-10T16:00:00.000Z', '2026-03-11'],
    ['2026-03-09T16:00:00.000Z', '2026-03-10'],
    ['2026-03-09T15:59:59.999Z', '2026-03-09'],
    ['2028-02-28T16:00:00.000Z', '2028-02-29'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('takes at %s for today %s', async (instant, today) => {
    clock.instant = new Date(instant);
    try {
      const day = calendarDayOf(today);
      const [edge, out] = [live[0]?.id, live[1]?.id];
      await api.database.query('update tracking_session set next_review_at = null');
      await api.database.query('update tracking_session set next_review_at = $2 where id = $1', [edge, day]);
      await api.database.query('update tracking_session set next_review_at = $2 where id = $1', [out, addDays(day, 1)]);
      const ids = async (due: string): Promise<number[]> =>
        idsOf(await list({ review_due: due, limit: 200, sort: 'next_review_at', order: 'asc' }));
      expect((await ids('due')).includes(edge ?? 0)).toBe(true);
      expect((await ids('due')).includes(out ?? 0)).toBe(false);
      expect(await ids('7d')).toEqual([out]);
      expect(await ids('not_due')).toEqual([out]);
      await api.database.query('update tracking_session set next_review_at = $2 where id = $1', [
        edge,
        addDays(day, 7),
      ]);
      await api.database.query('update tracking_session set next_review_at = $2 where id = $1', [out, addDays(day, 8)]);
      expect(await ids('7d')).toEqual([edge]);
    } finally {
      clock.instant = new Date('2026-03-10T04:00:00.000Z');
    }
  });
});
