import fc from 'fast-check';
import { loadConfig } from '#lib/config';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import {
  BarSeriesService,
  refreshStockFigures,
  StockBarsService,
  StockChartsService,
  StocksService,
  TradingCalendar,
} from '#lib/market-data';
import { ChipCacheService, ChipViewsService, ChipVendor } from '#lib/chips';
import { eastmoneyChips, computeChipFigures } from '#lib/chips/testing';
import { AutoCloseService } from '#lib/tracking';
import { refreshSessionMarket } from '#lib/tracking/testing';
import { emptyTables } from '../support/database/empty-tables';
import { chipModelsOf } from '../support/database/chip-models';
import { type OpenMarket, openMarket } from '../support/database/open-market';

const DAYS = TradingCalendar.published().openDaysBefore(calendarDayOf('2026-01-01'), 150);
const LAST = DAYS.length - 1;
const config = loadConfig({ NODE_ENV: 'test' });

/** One bar as a source tells it; what it does not know is absent. */
interface PlainBar {
  at: number;
  close: number;
  preClose?: number;
  /** Circulating shares, from which the turnover is made. */
  shares: number;
}

interface PlainStock {
  code: string;
  board?: 'main' | 'star';
  bars: readonly PlainBar[];
  listDate?: CalendarDay;
  /** The vendor's cumulative factor from a day on. */
  vendor?: readonly { at: number; factor: number }[];
}

interface Figures {
  close: number | null;
  day: string | null;
  pct: number | null;
  basis: string | null;
  adjustment: string | null;
  knownFrom: string | null;
}

let market: OpenMarket;
let bars: StockBarsService;
let charts: StockChartsService;
let cache: ChipCacheService;
let views: ChipViewsService;
let autoClose: AutoCloseService;

beforeAll(async () => {
  market = await openMarket(calendarDayOf('2026-01-05'));
  const { database, state, calendars, clock } = market;
  bars = new StockBarsService(database);
  charts = new StockChartsService(database, bars, new StocksService(database), state, calendars, clock);
  const models = chipModelsOf(market, config);
  cache = new ChipCacheService(database, state, Object.create(ChipVendor.prototype) as ChipVendor, models);
  views = new ChipViewsService(database, bars, models);
  autoClose = new AutoCloseService(database, calendars, clock, config);
});
afterAll(() => market.close());
beforeEach(empty);

async function empty(): Promise<void> {
  await emptyTables(market.database, [
    'tracking_session',
    'session_market',
    'stock',
    'daily_bar',
    'market_day',
    'price_break',
    'share_change',
    'adj_factor',
    'stock_figures',
    'market_sync_unit',
    'provisional_bar',
  ]);
}

const dayAt = (at: number): CalendarDay => DAYS[at] ?? calendarDayOf('2026-01-01');

/** Puts stocks as a load leaves them, beside one that trades every day. */
async function put(stocks: readonly PlainStock[]): Promise<void> {
  const every = DAYS.map((_, at): PlainBar => ({ at, close: 10, preClose: 10, shares: 1e6 }));
  await market.database.transaction(async (tx) => {
    for (const { code, board = 'main', bars: own, listDate, vendor } of [...stocks, { code: '000999', bars: every }]) {
      await tx.query(
        `insert into stock (code, exchange, board, list_date, first_bar_date, last_bar_date)
         values ($1, 'SSE', $2, $3, $4, $5)`,
        [code, board, listDate ?? null, dayAt(own[0]?.at ?? 0), dayAt(own.at(-1)?.at ?? 0)],
      );
      await tx.query(
        `insert into daily_bar (trade_date, code, open, high, low, close, pre_close, volume, turnover_pct)
         select d, $1, c, c * 1.01, c * 0.99, c, p, 10000, 1000000 / s
         from unnest($2::date[], $3::float8[], $4::float8[], $5::float8[]) as b(d, c, p, s)`,
        [
          code,
          own.map(({ at }) => dayAt(at)),
          own.map(({ close }) => close),
          own.map(({ preClose }) => preClose ?? null),
          own.map(({ shares }) => shares),
        ],
      );
      for (const { at, factor } of vendor ?? []) {
        await tx.query('insert into adj_factor values ($1, $2, $3)', [code, dayAt(at), factor]);
      }
    }
    await tx.query('insert into market_day (trade_date, bars) select trade_date, count(*) from daily_bar group by 1');
    await tx.query(`update market_state set source = 'files', bars_from = $1, bars_to = $2`, [dayAt(0), dayAt(LAST)]);
    await refreshStockFigures(tx, 'everything');
  });
}

async function open(code: string, entryDate: CalendarDay, entryClose: number): Promise<Figures> {
  return market.database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>(
      `insert into tracking_session (code, entry_date, entry_close_price, market_source) values ($1, $2, $3, 'files')
       returning id`,
      [code, entryDate, entryClose],
    );
    await refreshSessionMarket(tx, [row?.id ?? 0]);
    const [figures] = await tx.query<Figures>(
      `select latest_close as close, latest_trade_date as day, close_vs_entry_pct as pct, close_vs_entry_basis as basis,
         close_vs_entry_adjustment as adjustment, close_vs_entry_known_from as "knownFrom"
       from session_market where session_id = $1`,
      [row?.id],
    );
    if (figures === undefined) throw new Error('the session has no figures');
    return figures;
  });
}

async function priceRulesOf(code: string): Promise<string[]> {
  const { reports } = await autoClose.reports();
  const rules = reports.find((report) => report.code === code)?.rules ?? [];
  return rules.filter(({ rule }) => rule !== 'stale').map(({ detail }) => detail);
}

/** Bars of one price from `from` to `to`, but for the closes given by day. */
function flat(close: number, { from = 0, to = LAST, shares = 1e6, knows = true } = {}): PlainBar[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    ...{ at: from + index, close, shares },
    ...(knows ? { preClose: close } : {}),
  }));
}

describe('comparisons of two days of a stock', () => {
  const KINDS = ['bonus', 'rights', 'dividend'] as const;
  const EVENT = fc.record({ kind: fc.constantFrom(...KINDS), at: fc.integer({ min: 2, max: LAST }), size: fc.nat(2) });
  const HISTORY = fc.record({
    source: fc.constantFrom('vendor' as const, 'late_vendor' as const, 'closes' as const, 'shares' as const),
    events: fc.uniqueArray(EVENT, { selector: ({ at }) => Math.floor(at / 4), maxLength: 5 }),
    suspended: fc.uniqueArray(fc.integer({ min: 2, max: LAST - 1 }), { maxLength: 12 }),
    entry: fc.integer({ min: 1, max: LAST }),
    closes: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: DAYS.length, maxLength: DAYS.length }),
  });
  type History = typeof HISTORY extends fc.Arbitrary<infer H> ? H : never;

  const PRICE_FACTORS = { bonus: [1.3, 1.5, 2], rights: [1.03, 1.05, 1.08], dividend: [1.01, 1.02, 1.05] };
  const SHARE_FACTORS = { bonus: [1.3, 1.5, 2], rights: [1.2, 1.3, 1.4], dividend: [1, 1, 1] };

  interface Told {
    stock: PlainStock;
    /** What a price of each bar is multiplied with to stand beside the last: the plain reference. */
    multipliers: number[];
  }

  /** Walks through a stock's days as a source would print them, and keeps what it lets one know. */
  function tell(code: string, { source, events, suspended, closes }: History): Told {
    const own: PlainBar[] = [];
    const vendor: { at: number; factor: number }[] = [];
    const steps: { at: number; factor: number }[] = [];
    const vendorFrom = source === 'vendor' ? 0 : source === 'late_vendor' ? 60 : Infinity;
    let [level, shares, cumulative, last] = [100, 1e6, 1, 100];
    let pending: { price: number; shares: number } = { price: 1, shares: 1 };
    for (const [at, move] of closes.entries()) {
      for (const event of events.filter((one) => one.at === at)) {
        pending.price *= PRICE_FACTORS[event.kind][event.size] ?? 1;
        pending.shares *= SHARE_FACTORS[event.kind][event.size] ?? 1;
        cumulative *= PRICE_FACTORS[event.kind][event.size] ?? 1;
      }
      // The vendor's factor changes on the day itself, the bars with the next trade.
      if (at === vendorFrom || (at > vendorFrom && cumulative !== vendor.at(-1)?.factor))
        vendor.push({ at, factor: cumulative });
      if (suspended.includes(at)) continue;
      const preClose = Math.round((last / pending.price) * 100) / 100;
      level /= pending.price;
      shares *= pending.shares;
      const close = Math.round(level * (1 + move / 200) * 100) / 100;
      own.push({ at, close, shares, ...(source === 'shares' ? {} : { preClose }) });
      if (pending.price !== 1 && at <= vendorFrom) {
        if (source !== 'shares') steps.push({ at, factor: last / preClose });
        else if (pending.shares === pending.price) steps.push({ at, factor: pending.shares });
      }
      last = close;
      pending = { price: 1, shares: 1 };
    }
    for (const [index, { at, factor }] of vendor.entries()) {
      if (index > 0) steps.push({ at, factor: factor / (vendor[index - 1]?.factor ?? 1) });
    }
    const end = own.at(-1)?.at ?? 0;
    const multipliers = own.map(({ at }) =>
      steps.filter((step) => step.at > at && step.at <= end).reduce((product, { factor }) => product / factor, 1),
    );
    return { stock: { code, bars: own, vendor }, multipliers };
  }

  it('agree with a plain reference', async () => {
    let adjusted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(HISTORY, { minLength: 12, maxLength: 12 }), async (histories) => {
        await empty();
        const told = histories.map((history, index) => ({
          ...tell(String(600_000 + index), history),
          entry: history.entry,
        }));
        await put(told.map(({ stock }) => stock));
        const codes = told.map(({ stock }) => stock.code);
        const { series } = await new BarSeriesService(market.database, market.state, market.clock).read(codes, {
          count: 60,
        });
        const chips = await cache.ask(codes, new AbortController().signal);
        const figures = new Map<string, Figures>();
        for (const { stock, entry } of told) {
          const own = stock.bars.findLast(({ at }) => at <= entry);
          figures.set(stock.code, await open(stock.code, dayAt(entry), (own?.close ?? 0) * 2));
        }
        const { reports } = await autoClose.reports();
        for (const { stock, multipliers, entry } of told) {
          const expected = stock.bars.map(({ close }, index) => close * (multipliers[index] ?? 1));
          const latest = expected.at(-1) ?? 0;
          adjusted += multipliers[0] === 1 ? 0 : 1;

          const chart = await charts.chart(stock.code, { period: 'day', adjust: 'qfq' });
          expectClose(
            chart.bars.map(({ close }) => close),
            expected,
          );
          const hfq = await charts.chart(stock.code, { period: 'day', adjust: 'hfq' });
          const ratio = (hfq.bars[0]?.close ?? 0) / (expected[0] ?? 1);
          expectClose(
            hfq.bars.map(({ close }) => close),
            expected.map((close) => close * ratio),
            3,
          );
          expectClose(
            (await bars.upTo(stock.code, dayAt(LAST))).map(({ adjClose }) => adjClose),
            expected,
          );
          expectClose(series.find(({ code }) => code === stock.code)?.closes ?? [], expected.slice(-60));

          const at = stock.bars.findLastIndex((bar) => bar.at <= entry);
          const entryClose = (stock.bars[at]?.close ?? 0) * 2 * (multipliers[at] ?? 1);
          expect(figures.get(stock.code)?.pct).toBeCloseTo((latest / entryClose - 1) * 100, 1);
          const rules = reports.find(({ code }) => code === stock.code)?.rules ?? [];
          expect(rules.find(({ rule }) => rule === 'entry_drawdown')?.detail).toContain(
            `below the entry close ${entryClose.toFixed(2)} `,
          );

          const row = chips.rows.find(({ code }) => code === stock.code);
          if (row === undefined) throw new Error(`no chips of ${stock.code}`);
          const plain = plainChips(stock.bars.slice(-120), multipliers.slice(-120));
          expect(row.cost50).toBeCloseTo(plain.cost50, 3);
          expect(row.winnerRate).toBeCloseTo(plain.winnerRate, 3);
          const view = await views.of(stock.code, undefined);
          expect(view).toMatchObject({
            cost50: row.cost50,
            winnerRate: row.winnerRate,
            concentration90: row.concentration90,
          });
          expect(view).toMatchObject({ adjusted: row.adjusted, adjustment: row.adjustment });
          expect(row.adjusted).toBe(row.adjustment !== 'none');
        }
      }),
      { numRuns: 5, seed: 20_261_123 },
    );
    expect(adjusted).toBeGreaterThan(30);
  }, 120_000);

  function expectClose(got: readonly number[], expected: readonly number[], digits = 3): void {
    expect(got).toHaveLength(expected.length);
    const off = got.findIndex((value, index) => Math.abs(value - (expected[index] ?? 0)) > 10 ** -digits * 2);
    expect(off === -1 ? 'equal' : `${off}: ${got[off]}, expected ${expected[off]}`).toBe('equal');
  }

  function plainChips(own: readonly PlainBar[], multipliers: readonly number[]) {
    const column = (part: number): Float64Array =>
      Float64Array.from(own, ({ close }, index) => close * part * (multipliers[index] ?? 1));
    const columns = {
      ...{ open: column(1), high: column(1.01), low: column(0.99), close: column(1) },
      turnoverPct: Float64Array.from(own, ({ shares }) => 1e6 / shares),
    };
    const grid = eastmoneyChips(columns, { from: 0, last: own.length - 1 });
    return computeChipFigures(grid, columns.close.at(-1) ?? 0);
  }
});

describe('an entry before the first stored bar', () => {
  const split = (): PlainBar[] => [
    ...flat(30, { from: 20, to: 60 }),
    { at: 61, close: 22, preClose: 21.43, shares: 1.4e6 },
    ...flat(22, { from: 62, shares: 1.4e6 }),
  ];

  it('has no percentage, and fires no price rule', async () => {
    await put([{ code: '600001', bars: split() }]);
    expect(await open('600001', calendarDayOf('2023-06-01'), 30)).toEqual({
      ...{ close: 22, day: dayAt(LAST), pct: null, basis: 'unknown', adjustment: null, knownFrom: dayAt(20) },
    });
    expect(await priceRulesOf('600001')).toEqual([]);
  });

  it("is compared if the vendor's factor is known back to the entry day", async () => {
    const vendor = [
      { at: 0, factor: 2 },
      { at: 61, factor: 2.8 },
    ];
    await put([{ code: '600001', bars: split(), vendor }]);
    expect(await open('600001', dayAt(10), 30)).toMatchObject({
      ...{ pct: 2.67, basis: 'adjusted', adjustment: 'vendor', knownFrom: dayAt(0) },
    });
    expect(await priceRulesOf('600001')).toEqual([]);
  });
});

describe('a bonus issue that only share counts tell of', () => {
  const bonus = [
    ...flat(50, { to: LAST - 40, knows: false }),
    ...flat(41.67, { from: LAST - 39, shares: 1.2e6, knows: false }),
  ];

  it('does not count as a fall for the session, the rules and the chips', async () => {
    await put([{ code: '688001', board: 'star', bars: bonus }]);
    expect(await open('688001', dayAt(80), 50)).toMatchObject({
      ...{ pct: 0.01, basis: 'adjusted', adjustment: 'share_change', knownFrom: null },
    });
    expect(await priceRulesOf('688001')).toEqual([]);
    const [row] = (await cache.ask(['688001'], new AbortController().signal)).rows;
    const view = await views.of('688001', undefined);
    expect(row).toMatchObject({ adjusted: true, adjustment: 'share_change', cost50: view.cost50 });
    expect(view).toMatchObject({ adjusted: true, adjustment: 'share_change', winnerRate: row?.winnerRate });
    expect(view.cost50).toBeCloseTo(41.67, 0);
  });
});

describe('a close before the entry', () => {
  it('is not compared with it', async () => {
    await put([{ code: '600001', bars: flat(22, { to: LAST - 1 }) }]);
    expect(await open('600001', dayAt(LAST), 27)).toMatchObject({ close: 22, pct: null, basis: 'unknown' });
    expect(await priceRulesOf('600001')).toEqual([]);
  });
});

describe('an entry on a suspended day', () => {
  it('has the price of the bar before, adjusted by an ex-right at the resumption', async () => {
    const halved = [
      ...flat(20, { to: 60 }),
      { at: 70, close: 10, preClose: 10, shares: 2e6 },
      ...flat(10, { from: 71 }),
    ];
    await put([{ code: '600001', bars: halved }]);
    expect(await open('600001', dayAt(65), 20)).toMatchObject({
      pct: 0,
      basis: 'adjusted',
      adjustment: 'ex_right_close',
    });
    expect(await priceRulesOf('600001')).toEqual([]);
  });
});

describe('a market with a hole', () => {
  const holed = [
    ...flat(20, { to: 40 }),
    { at: 90, close: 12, preClose: 11.9, shares: 1e6 },
    ...flat(12, { from: 91 }),
  ];

  beforeEach(async () => {
    await put([{ code: '600001', bars: holed }]);
    await market.database.query(`delete from daily_bar where trade_date > $1 and trade_date < $2`, [
      dayAt(40),
      dayAt(90),
    ]);
    await market.database.query(`delete from market_day where trade_date > $1 and trade_date < $2`, [
      dayAt(40),
      dayAt(90),
    ]);
    await market.database.transaction((tx) => refreshStockFigures(tx, 'everything'));
  });

  it("is compared by the vendor's factors of both days", async () => {
    await market.database.query(`insert into adj_factor values ('600001', $1, 1), ('600001', $2, 2)`, [
      dayAt(0),
      dayAt(90),
    ]);
    expect(await open('600001', dayAt(30), 20)).toMatchObject({ pct: 20, basis: 'adjusted', adjustment: 'vendor' });
    // Within the hole nobody knows on which side of the entry it changed.
    await market.database.query('update tracking_session set deleted_at = now()');
    expect(await open('600001', dayAt(60), 20)).toMatchObject({ pct: null, basis: 'unknown' });
  });

  it('is not compared over the hole without them', async () => {
    expect(await open('600001', dayAt(30), 20)).toMatchObject({ pct: null, basis: 'unknown', knownFrom: dayAt(90) });
    expect(await priceRulesOf('600001')).toEqual([]);
  });
});

describe('a provisional bar', () => {
  it('is on the chart, marked, and nowhere else', async () => {
    const fallen = [...flat(10, { to: LAST - 1 }), { at: LAST, close: 7, preClose: 10, shares: 1e6 }];
    await put([{ code: '600001', bars: fallen }]);
    await market.database.query('update market_day set provisional = true, complete = false where trade_date = $1', [
      dayAt(LAST),
    ]);
    await market.database.query(
      'insert into provisional_bar (trade_date, code) select trade_date, code from daily_bar where trade_date = $1',
      [dayAt(LAST)],
    );
    await market.database.transaction((tx) => refreshStockFigures(tx, 'everything'));
    expect(await open('600001', dayAt(80), 10)).toMatchObject({ close: 10, day: dayAt(LAST - 1), pct: 0 });
    expect(await priceRulesOf('600001')).toEqual([]);
    expect((await cache.ask(['600001'], new AbortController().signal)).rows).toMatchObject([
      { tradeDate: dayAt(LAST - 1), cost50: 10 },
    ]);
    expect(await cache.marketCodes()).toEqual(['000999', '600001']);
    expect(await views.of('600001', undefined)).toMatchObject({ tradeDate: dayAt(LAST - 1), close: 10 });
    const chart = await charts.chart('600001', { period: 'day', adjust: 'qfq' });
    expect(chart.bars.at(-1)).toMatchObject({ tradeDate: dayAt(LAST), close: 7, isProvisional: true });
  });
});

describe('a backward-adjusted chart', () => {
  it("has one value per close: the price times the vendor's factor", async () => {
    const vendor = [
      { at: 0, factor: 1 },
      { at: 50, factor: 8 },
      { at: 100, factor: 8.4 },
    ];
    await put([{ code: '600001', bars: flat(21), vendor }]);
    for (const from of [0, 60, 120]) {
      const chart = await charts.chart('600001', { period: 'day', adjust: 'hfq', from: dayAt(from) });
      expect(chart.bars.at(-1)?.close).toBe(176.4);
      expect(chart.bars[0]?.close).toBeCloseTo(21 * (from === 0 ? 1 : from === 60 ? 8 : 8.4), 4);
    }
  });
});

describe('the bars that rules and models read', () => {
  const factsOf = async (at: number) => {
    const read = await bars.upTo('000001', dayAt(LAST));
    return read.find(({ tradeDate }) => tradeDate === dayAt(at));
  };

  it("have limit prices by the rule if the vendor has none, ex-right by the stock's adjustment", async () => {
    const before = flat(20, { to: 119, knows: false });
    await put([{ code: '000001', bars: [...before, ...flat(10, { from: 120, shares: 2e6, knows: false })] }]);
    expect(await factsOf(50)).toMatchObject({ upLimit: 22, downLimit: 18 });
    expect(await factsOf(120)).toMatchObject({ upLimit: 11, downLimit: 9 });
    await market.database.query(
      `update daily_bar set up_limit = 100000, down_limit = 0 where code = '000001' and trade_date = $1`,
      [dayAt(50)],
    );
    expect(await factsOf(50)).toMatchObject({ upLimit: null, downLimit: null });
  });

  it('contain the end of a suspension by the days on which others traded, and by the vendor', async () => {
    const absent = [100, 110, 111];
    await put([{ code: '000001', bars: flat(10).filter(({ at }) => !absent.includes(at)) }]);
    const resumptions = async () =>
      (await bars.upTo('000001', dayAt(LAST)))
        .filter(({ isResumption }) => isResumption)
        .map(({ tradeDate }) => DAYS.indexOf(tradeDate));
    // The holidays of October are longer than either gap.
    expect(await resumptions()).toEqual([101, 112]);
    await market.database.query(
      `insert into market_sync_unit (data_set, unit_key, trade_date, state, noted_at)
       select 'suspend_d', d::text, d, 'stored', now() from unnest($1::date[]) as u(d)`,
      [absent.map(dayAt)],
    );
    expect(await resumptions()).toEqual([]);
    await market.database.query(`insert into suspension (trade_date, code) values ($1, '000001')`, [dayAt(111)]);
    expect(await resumptions()).toEqual([112]);
    await emptyTables(market.database, ['suspension']);
  });
});
