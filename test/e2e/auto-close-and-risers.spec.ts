import { type AutoCloseReport, type Riser, AutoCloseService } from '#lib/tracking';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { RecordsWorld } from '../support/worlds/records-world';
import type { ReplyBody } from '../support/worlds/test-api';

const TODAY = '2025-12-19';
const YESTERDAY = openDaysBefore(TODAY, 1)[0] ?? '';
const DAY_BEFORE = openDaysBefore(TODAY, 2)[0] ?? '';

interface Reports {
  reports: AutoCloseReport[];
  todayYmd: string;
  warnings: string[];
}

interface Risen {
  tradeDate: string | null;
  risers: Riser[];
  pagination: { total: number; limit: number };
  warnings: string[];
}

/** Falls by 16 % in one day, which the source explains. */
const FALLEN = { closes: { [YESTERDAY]: 8.4, [TODAY]: 8.4 }, preCloses: { [YESTERDAY]: 10, [TODAY]: 8.4 } };

const fieldsOf = ({ fields }: ReplyBody): string[] => (fields ?? []).map(({ field }) => field);

describe('open sessions that have run their course', () => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start();
    await putSmallMarket(world.api.database, { from: '2025-06-02', to: TODAY }, [
      { code: '600519', name: '贵州茅台', ...FALLEN },
      { code: '000001' },
      { code: '000002' },
    ]);
  });
  afterAll(() => world.api.stop());
  beforeEach(() => world.empty());

  const read = async (): Promise<Reports> => (await world.call('GET', '/auto-close-reports')).body.data as never;

  it('are none if no session is open', async () => {
    expect(await read()).toEqual({ reports: [], todayYmd: TODAY, warnings: [] });
  });

  it('are listed with every rule that fires, by priority; the others are left out', async () => {
    const fallen = await world.session({ entry_close_price: 10 });
    await world.session({ code: '000002' });
    const failed = await world.session({ code: '000001' });
    await world.daily(failed, { trade_date: '2025-12-18', cycle_events: ['FTI'] });
    await world.call('PATCH', `/sessions/${failed}`, { json: { priority_delta: 1 } });
    const { reports } = await read();
    const tradeDate = TODAY;
    expect(reports).toMatchObject([
      { sessionId: failed, code: '000001', rules: [{ rule: 'structure_failed', tradeDate: '2025-12-18' }] },
      {
        sessionId: fallen,
        code: '600519',
        stockName: '贵州茅台',
        rules: [
          { rule: 'entry_drawdown', tradeDate },
          { rule: 'entry_low_broken', tradeDate },
        ],
      },
    ]);
  });

  it('report for each session the same as its own records, over many sessions', async () => {
    const codes = Array.from({ length: 230 }, (_, index) => String(2000 + index).padStart(6, '0'));
    await putSmallMarket(
      world.api.database,
      { from: '2025-10-13', to: TODAY },
      codes.map((code, index) => ({ code, ...(index % 3 === 0 ? FALLEN : {}) })),
    );
    const ids: number[] = [];
    for (const code of codes) ids.push(await world.session({ code, entry_close_price: 10 }));
    // A stock that the market data does not know stands in the middle.
    await world.session({ code: '999999', entry_close_price: 10 });
    const { reports } = await read();
    expect(reports.map(({ code }) => code)).toEqual(codes.filter((_, index) => index % 3 === 0));
    const autoClose = world.api.app.get(AutoCloseService);
    for (const index of [0, 1, 99, 100, 102, 229]) {
      const told = await autoClose.probe(ids[index] ?? 0);
      expect(reports.find(({ sessionId }) => sessionId === ids[index])?.rules).toEqual(told?.rules);
    }
  });

  it('leave out closed and deleted sessions', async () => {
    const closed = await world.session({ entry_close_price: 10 });
    expect((await read()).reports).toHaveLength(1);
    await world.closeInTable(closed);
    expect((await read()).reports).toEqual([]);
  });

  it('take no parameters', async () => {
    const { status, body } = await world.call('GET', '/auto-close-reports?limit=3');
    expect([status, fieldsOf(body)]).toEqual([400, ['limit']]);
  });
});

describe('stocks that rose much', () => {
  let world: RecordsWorld;

  beforeAll(async () => {
    world = await RecordsWorld.start();
  });
  afterAll(() => world.api.stop());
  beforeEach(() => world.empty());

  const read = async (query = ''): Promise<Risen> => {
    // Public: nobody is named.
    const reply = await world.api.call('GET', `/api/market/risers${query}`);
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    return reply.body.data as Risen;
  };

  it('are none in an empty market', async () => {
    expect(await read()).toMatchObject({ tradeDate: null, risers: [], pagination: { total: 0 } });
  });

  it('are those of the latest day, compared with the ex-right previous close, with their open sessions', async () => {
    await putSmallMarket(world.api.database, { from: '2025-11-03', to: TODAY }, [
      // 8 % from the ex-right previous close, a fen less, without one from the close before, by an unexplained gap, the day before.
      { code: '000010', name: '甲', closes: { [TODAY]: 5.4 }, preCloses: { [TODAY]: 5 } },
      { code: '000011', closes: { [TODAY]: 5.39 }, preCloses: { [TODAY]: 5 } },
      { code: '000012', name: '乙', closes: { [TODAY]: 11 } },
      { code: '000013', closes: { [TODAY]: 13 } },
      { code: '000014', closes: { [YESTERDAY]: 11, [TODAY]: 11 } },
      { code: '000015', closes: { [TODAY]: 5.5 } },
    ]);
    await world.api.database.query(
      `insert into price_break (code, trade_date, kind) values ('000013', $1, 'gap') on conflict do nothing`,
      [TODAY],
    );
    const closed = await world.session({ code: '000012' });
    await world.closeInTable(closed);
    const open = await world.session({ code: '000010' });
    const first = { code: '000012', stockName: '乙', close: 11, changePct: 10, sessionId: null };
    const second = { code: '000010', stockName: '甲', close: 5.4, changePct: 8, sessionId: open };
    expect(await read()).toEqual({
      tradeDate: TODAY,
      risers: [first, second],
      pagination: { total: 2, limit: 200, offset: 0, hasMore: false },
      warnings: [],
    });
    expect(await read('?min_pct=9.5')).toMatchObject({ risers: [first], pagination: { total: 1 } });
    expect((await read('?min_pct=1')).risers.map(({ code }) => code)).toEqual(['000012', '000010', '000011']);
    expect(await read('?min_pct=1&limit=1')).toMatchObject({ risers: [first], pagination: { total: 3 } });
  });

  it('are compared with the adjusted previous close if the source has no ex-right one', async () => {
    await world.api.database.query(
      `insert into share_change (code, trade_date, factor, basis) values ('000015', $1, 2, 'vendor')
       on conflict (code, trade_date) do update set factor = excluded.factor, basis = excluded.basis`,
      [TODAY],
    );
    const { risers } = await read();
    expect(risers.map(({ code, changePct }) => [code, changePct])).toEqual([
      ['000012', 10],
      ['000015', 10],
      ['000010', 8],
    ]);
    const id = await world.session({ code: '000015' });
    await world.api.database.query(`update tracking_session set next_review_at = '2099-01-01' where id = $1`, [id]);
    const queue = (await world.api.call('GET', '/api/stock-cycle/sessions/ai-fill-weekly-queue')).body.data;
    expect(queue).toMatchObject({ sessions: [{ code: '000015', queueReason: 'rise_8' }] });
  });

  it('are listed only when the day’s bars are final', async () => {
    world.clock.set(`${TODAY}T14:00:00`);
    expect(await read()).toMatchObject({ tradeDate: YESTERDAY, risers: [{ code: '000014', changePct: 10 }] });
    world.clock.set(`${YESTERDAY}T14:00:00`);
    expect(await read()).toMatchObject({ tradeDate: DAY_BEFORE, risers: [], pagination: { total: 0 } });
  });

  it.each([
    ['min_pct=0.5', 'min_pct'],
    ['min_pct=31', 'min_pct'],
    ['min_pct=', 'min_pct'],
    ['min_pct=much', 'min_pct'],
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['min_pct=8&min_pct=9', 'min_pct'],
    ['day=2025-12-19', 'day'],
  ])('reject %s', async (query, field) => {
    const { status, body } = await world.api.call('GET', `/api/market/risers?${query}`, { unchecked: true });
    expect([status, fieldsOf(body)]).toEqual([400, [field]]);
  });
});
