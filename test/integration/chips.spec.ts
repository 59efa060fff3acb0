import { loadConfig } from '#lib/config';
import { calendarDayOf } from '#lib/kernel';
import { ChipCacheService, ChipViewsService } from '#lib/chips';
import { MarketLoadHooks, StockBarsService, VendorError, type VendorErrorReason } from '#lib/market-data';
import { Tushare, type TushareResponse, type TushareRow, TushareChips } from '#lib/vendors/testing';
import { JobsService } from '#lib/queue';
import { CyqSyncService, type CyqSyncReport, SessionMarketService } from '#lib/tracking';
import { refreshSessionMarket } from '#lib/tracking/testing';
import { chipModelsOf } from '../support/database/chip-models';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';

const LAST_DAY = '2025-12-31';
const FIRST_DAY = openDaysBefore('2026-01-01', 130)[0] ?? '';
const DAY_BEFORE = '2025-12-30';

/** Answers by a rule of the test, and notes what it was asked. */
class FakeTushare extends Tushare {
  readonly asked: Record<string, string>[] = [];
  rows: TushareRow[] = [];
  /** The fault for a question, if any. */
  fault: (params: Readonly<Record<string, string>>) => VendorErrorReason | undefined = () => undefined;

  override async query(_api: string, params: Readonly<Record<string, string>>): Promise<TushareResponse> {
    this.asked.push({ ...params });
    const kind = this.fault(params);
    if (kind !== undefined) throw new VendorError(kind, `Tushare refused: ${kind}`, '抱歉', 1);
    const rows = this.rows.filter(
      (row) =>
        (params['ts_code'] === undefined || row['ts_code'] === params['ts_code']) &&
        (params['trade_date'] === undefined || row['trade_date'] === params['trade_date']) &&
        (params['start_date'] === undefined || String(row['trade_date']) >= params['start_date']) &&
        (params['end_date'] === undefined || String(row['trade_date']) <= params['end_date']),
    );
    return { rows, calls: 1 };
  }
}

function perf(tsCode: string, tradeDate: string, shift = 0): TushareRow {
  return {
    ...{ ts_code: tsCode, trade_date: tradeDate, his_low: 1, his_high: 20, winner_rate: 42.5, weight_avg: 10 + shift },
    ...{ cost_5pct: 8 + shift, cost_15pct: 9, cost_50pct: 10, cost_85pct: 11, cost_95pct: 12 },
  };
}

let market: OpenMarket;
let tushare: FakeTushare;

beforeEach(async () => {
  market = await openMarket(calendarDayOf('2026-01-05'));
  tushare = new FakeTushare();
});
afterEach(() => market.close());

function syncOf(model: 'tushare' | 'eastmoney', window = 120): CyqSyncService {
  const config = loadConfig({
    NODE_ENV: 'test',
    CYQ_MODEL: model,
    CYQ_WINDOW: String(window),
    TUSHARE_TOKEN: 'a-token',
  });
  // `request` alone needs the queue; it is tried over HTTP.
  const noJobs = Object.create(JobsService.prototype) as JobsService;
  return new CyqSyncService(
    market.database,
    noJobs,
    new ChipCacheService(market.database, market.state, new TushareChips(tushare), chipModelsOf(market, config)),
  );
}

async function run(sync: CyqSyncService, sessionIds: number[] | null = null): Promise<CyqSyncReport> {
  const answer = await sync.askForSessions(sessionIds, new AbortController().signal);
  return market.database.transaction((tx) => sync.store(tx, answer));
}

async function runMarket(sync: CyqSyncService): Promise<CyqSyncReport> {
  const answer = await sync.askForMarket(new AbortController().signal);
  return market.database.transaction((tx) => sync.store(tx, answer));
}

/** Opens a session as the service does. */
async function open(code: string, endedAt: string | null = null): Promise<number> {
  return market.database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>(
      `insert into tracking_session (code, entry_date, market_source, ended_at) values ($1, '2025-12-01', 'files', $2)
       returning id`,
      [code, endedAt],
    );
    const id = row?.id ?? 0;
    await refreshSessionMarket(tx, [id]);
    return id;
  });
}

async function close(id: number): Promise<void> {
  await market.database.query('update tracking_session set ended_at = now() where id = $1', [id]);
}

interface Shown {
  ratio: number | null;
  cyq: { source: string; tradeDate: string; cost5: number; winnerRate: number; window: number | null } | null;
}

async function shown(id: number): Promise<Shown | undefined> {
  const [row] = await market.database.query<Shown>(
    'select cyq_spread_ratio as ratio, cyq from session_market where session_id = $1',
    [id],
  );
  return row;
}

/** Three stocks with chips, one listed late, one without turnover. */
async function putMarket(): Promise<void> {
  const span = { from: FIRST_DAY, to: LAST_DAY };
  await putSmallMarket(market.database, span, [
    { code: '000001', turnoverPct: 2, width: 0.3 },
    { code: '600000', turnoverPct: 1, width: 0.5, closes: { [LAST_DAY]: 10.4 } },
    { code: '600004', turnoverPct: 1, width: 0.2, volumes: { [LAST_DAY]: null } },
    { code: '600519', turnoverPct: 3, firstBar: '2025-12-01' },
    { code: '300750' },
  ]);
}

describe('the tushare model of chips', () => {
  beforeEach(putMarket);

  it('requests the market by day, keeps what is new and reports the rest as unchanged', async () => {
    const ids = [await open('000001'), await open('600000'), await open('600519')];
    tushare.rows = [perf('000001.SZ', '20251231'), perf('600000.SH', '20251231', 1), perf('600519.SH', '20251231')];
    expect(await run(syncOf('tushare'))).toEqual({
      ...{ requested: 3, updated: 3, unchanged: 0, failed: 0, vendorCalls: 1, warnings: [] },
    });
    expect(tushare.asked).toEqual([{ trade_date: '20251231' }]);
    expect(await shown(ids[1] ?? 0)).toMatchObject({
      ratio: 0.1429,
      cyq: { source: 'tushare', tradeDate: LAST_DAY, cost5: 9, winnerRate: 42.5, window: null },
    });
    expect(await run(syncOf('tushare'))).toMatchObject({ updated: 0, unchanged: 3, failed: 0, vendorCalls: 1 });
    tushare.rows = [perf('000001.SZ', '20251231', 0.5), ...tushare.rows.slice(1)];
    expect(await run(syncOf('tushare'))).toMatchObject({ updated: 1, unchanged: 2 });
    expect(await shown(ids[0] ?? 0)).toMatchObject({ ratio: 0.1707 });
  });

  it('requests by stock for one or two of them, and only for the named sessions', async () => {
    const [first] = [await open('000001'), await open('600000'), await open('600519')];
    tushare.rows = [perf('000001.SZ', '20251231'), perf('600000.SH', '20251231')];
    expect(await run(syncOf('tushare'), [first])).toMatchObject({ requested: 1, updated: 1, vendorCalls: 1 });
    expect(tushare.asked).toEqual([{ ts_code: '000001.SZ', start_date: '20251230', end_date: '20251231' }]);
  });

  it('uses the previous day until the newest is published, and the own last day of a suspended stock', async () => {
    const ids = [await open('000001'), await open('600000'), await open('600004')];
    tushare.rows = [perf('000001.SZ', '20251230'), perf('600000.SH', '20251230'), perf('600004.SH', '20251230')];
    expect(await run(syncOf('tushare'))).toMatchObject({ updated: 3, failed: 0, vendorCalls: 2 });
    for (const id of ids) expect(await shown(id)).toMatchObject({ cyq: { tradeDate: DAY_BEFORE } });
    tushare.rows = [perf('000001.SZ', '20251231'), perf('600000.SH', '20251231'), perf('600004.SH', '20251230', 1)];
    tushare.asked.length = 0;
    expect(await run(syncOf('tushare'))).toMatchObject({ updated: 3, failed: 0, vendorCalls: 2 });
    expect(tushare.asked).toHaveLength(2);
    const history = await market.database.query('select 1 from chip_distribution');
    expect(history).toHaveLength(5);
  });

  it.each([
    ['permission', 'no_permission', 2],
    ['rate', 'rate_limited', 1],
    ['quota', 'rate_limited', 1],
    ['vendor', 'vendor_error', 4],
  ] as const)('reports the error %s as %s, and makes no useless requests', async (fault, reason, vendorCalls) => {
    const ids = [await open('000001'), await open('600000'), await open('600004'), await open('600519')];
    tushare.fault = () => fault;
    const report = await run(syncOf('tushare'));
    expect(report).toMatchObject({ requested: 4, updated: 0, unchanged: 0, failed: 4, vendorCalls });
    expect(report.warnings).toEqual(
      ['000001', '600000', '600004', '600519'].map((code) => ({
        code,
        reason,
        detail: `Tushare refused: ${fault}: 抱歉`,
      })),
    );
    expect(await shown(ids[0] ?? 0)).toEqual({ ratio: null, cyq: null });
  });

  it('requests by stock if a request for the whole day is rejected', async () => {
    for (const code of ['000001', '600000', '600004', '600519']) await open(code);
    tushare.fault = (params) => (params['ts_code'] === undefined ? 'permission' : undefined);
    tushare.rows = ['000001.SZ', '600000.SH', '600519.SH'].map((tsCode) => perf(tsCode, '20251231'));
    const report = await run(syncOf('tushare'));
    expect(report).toMatchObject({ updated: 3, failed: 1, vendorCalls: 5 });
    expect(report.warnings).toEqual([expect.objectContaining({ code: '600004', reason: 'no_market_data' })]);
  });

  it('continues after one invalid response', async () => {
    for (const code of ['000001', '600000']) await open(code);
    tushare.fault = (params) => (params['ts_code'] === '000001.SZ' ? 'vendor' : undefined);
    tushare.rows = [perf('600000.SH', '20251231')];
    expect(await run(syncOf('tushare'))).toMatchObject({ updated: 1, failed: 1, vendorCalls: 2 });
  });

  it('throws if no vendor is set up, and warns of codes without bars', async () => {
    await open('600998');
    expect((await run(syncOf('tushare'))).warnings).toEqual([
      expect.objectContaining({ code: '600998', reason: 'no_market_data' }),
    ]);
    expect(tushare.asked).toEqual([]);
    await open('000001');
    tushare.fault = () => 'not_configured';
    await expect(run(syncOf('tushare'))).rejects.toMatchObject({ code: 'market_not_configured', kind: 'unavailable' });
  });
});

describe('the eastmoney model of chips', () => {
  beforeEach(putMarket);

  it('returns what the chips route computes, and reports what is missing', async () => {
    const ids = { a: await open('000001'), late: await open('600519'), bare: await open('300750') };
    const none = await open('600998');
    const sync = syncOf('eastmoney');
    const report = await run(sync);
    expect(report).toMatchObject({ requested: 4, updated: 1, unchanged: 0, failed: 3, vendorCalls: 0 });
    expect(new Map(report.warnings.map(({ code, reason }) => [code, reason]))).toEqual(
      new Map([
        ['600519', 'short_history'],
        ['300750', 'no_market_data'],
        ['600998', 'no_market_data'],
      ]),
    );
    const config = loadConfig({ NODE_ENV: 'test' });
    const view = await new ChipViewsService(
      market.database,
      new StockBarsService(market.database),
      chipModelsOf(market, config),
    ).of('000001', undefined);
    const { code: _code, stockName: _name, close: _close, prices, weights, ...figures } = view;
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(prices).toHaveLength(weights.length);
    const { marketSource: _source, warnings: _warnings, ...same } = figures;
    expect((await shown(ids.a))?.cyq).toEqual(same);
    expect(same).toMatchObject({ source: 'eastmoney-120', window: 120, adjusted: false, tradeDate: LAST_DAY });
    expect(same.coverage).toBeCloseTo(1 - 0.98 ** 120, 5);
    for (const id of [ids.late, ids.bare, none]) expect(await shown(id)).toEqual({ ratio: null, cyq: null });
    expect(await run(sync)).toMatchObject({ updated: 0, unchanged: 1, failed: 3 });
  });

  it('adjusts as of the day if the vendor’s factors are known', async () => {
    const id = await open('000001');
    const half = openDaysBefore('2026-01-01', 30)[0] ?? '';
    await market.database.query(`insert into adj_factor values ('000001', $1, 1), ('000001', $2, 2)`, [
      FIRST_DAY,
      half,
    ]);
    await market.database.query(
      `update daily_bar set open = open * 2, high = high * 2, low = low * 2, close = close * 2
       where code = '000001' and trade_date < $1`,
      [half],
    );
    await run(syncOf('eastmoney'));
    const after = await shown(id);
    expect(after?.cyq).toMatchObject({ adjusted: true });
    // Adjusted, every day has the same prices.
    expect(after?.cyq?.cost5).toBeGreaterThan(9.6);
    expect(after?.ratio).toBeLessThan(0.03);
  });

  it('returns the same by the stream of days as stock by stock', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `6${String(10_000 + index)}`);
    await market.database.query(
      `insert into stock (code, exchange, board) select code, 'SSE', 'main' from unnest($1::text[]) as code`,
      [many],
    );
    await market.database.query(
      `insert into daily_bar (trade_date, code, open, high, low, close, pre_close, volume, turnover_pct)
       select m.trade_date, c.code, 10 + n % 7 * 0.1, 11, 9 + n % 3 * 0.1, 10 + (n * 37 + ord) % 9 * 0.1, 10, 1000,
         case when ord = 3 then null else 0.5 + n % 11 * 0.3 end
       from (select trade_date, row_number() over (order by trade_date) as n from market_day) m
       cross join unnest($1::text[]) with ordinality as c(code, ord)
       where (n + ord) % 50 <> 0`,
      [many],
    );
    await market.database.query(`
      insert into stock_figures (code, latest_trade_date, latest_close)
      select distinct on (code) code, trade_date, close from daily_bar where code like '61%' order by code, trade_date desc
      on conflict do nothing`);
    const config = loadConfig({ NODE_ENV: 'test', CYQ_WINDOW: '100' });
    const cache = new ChipCacheService(
      market.database,
      market.state,
      new TushareChips(tushare),
      chipModelsOf(market, config),
    );
    const codes = ['000001', '600000', '600519', ...many];
    const signal = new AbortController().signal;
    const streamed = await cache.ask(codes, signal);
    expect(streamed.rows.length).toBeGreaterThan(900);
    const singly = await Promise.all([codes.slice(0, 500), codes.slice(500)].map((part) => cache.ask(part, signal)));
    expect(streamed.rows).toEqual(singly.flatMap(({ rows }) => rows));
    expect(streamed.warnings).toEqual(singly.flatMap(({ warnings }) => warnings));
  });

  it('stores the whole market for later sessions', async () => {
    const report = await runMarket(syncOf('eastmoney'));
    // 600004 did not trade on the last day.
    expect(report).toMatchObject({ requested: 4, updated: 2, failed: 2 });
    expect(await shown(await open('600000'))).toMatchObject({ cyq: { source: 'eastmoney-120' } });
  });

  it('rejects a response from a market that has changed since', async () => {
    const sync = syncOf('eastmoney');
    await open('000001');
    const answer = await sync.askForSessions(null, new AbortController().signal);
    await market.database.query('update market_state set data_version = data_version + 1');
    await expect(market.database.transaction((tx) => sync.store(tx, answer))).rejects.toMatchObject({
      code: 'market_changed',
      retryable: true,
    });
    expect(await market.database.query('select 1 from chip_distribution')).toEqual([]);
  });
});

describe('the chip distribution of a session', () => {
  beforeEach(putMarket);

  it('comes from one model: another one replaces or clears it on every open session', async () => {
    const [a, b] = [await open('000001'), await open('600519')];
    tushare.rows = [perf('000001.SZ', '20251231'), perf('600519.SH', '20251231')];
    await run(syncOf('tushare'));
    expect(await shown(b)).toMatchObject({ cyq: { source: 'tushare' } });
    await run(syncOf('eastmoney'), [a]);
    expect(await shown(a)).toMatchObject({ cyq: { source: 'eastmoney-120' } });
    expect(await shown(b)).toEqual({ ratio: null, cyq: null });
  });

  it('stays unchanged on a closed session, which a sync counts as unchanged', async () => {
    const id = await open('000001');
    tushare.rows = [perf('000001.SZ', '20251231')];
    await run(syncOf('tushare'));
    const before = await shown(id);
    await close(id);
    tushare.rows = [perf('000001.SZ', '20251231', 1)];
    const again = await open('000001');
    expect(await run(syncOf('tushare'), [id, again])).toMatchObject({ requested: 2, updated: 1, unchanged: 1 });
    expect(await shown(id)).toEqual(before);
    expect((await shown(again))?.ratio).not.toBe(before?.ratio);
  });

  it('is what a rebuild computes', async () => {
    for (const code of ['000001', '600000', '600519']) await open(code);
    await run(syncOf('eastmoney'));
    const sessions = new SessionMarketService(market.database, new MarketLoadHooks());
    expect(await sessions.rebuild()).toEqual({ changed: 0 });
    await market.database.query('delete from session_market');
    expect(await sessions.rebuild()).toEqual({ changed: 3 });
    const ratios = await market.database.query('select 1 from session_market where cyq is not null');
    expect(ratios).toHaveLength(2);
  });
});
