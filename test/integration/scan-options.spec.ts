import fc from 'fast-check';
import { BarMatrixService } from '#lib/bar-matrix';
import type { Database } from '#lib/database';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { readStockAdjustments } from '#lib/market-data';
import { DEFAULT_SCAN_OPTIONS, LowVolumeScanService, type ScanOptions, type ScanRow, VOLUME_BASES } from '#lib/scan';
import { until } from '../support/until';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

jest.setTimeout(600_000);

const END = '2025-12-19';
/** Range of 8 days and the 360 before it, with some days more that no window reaches. */
const DAYS = [...openDaysBefore(END, 380), calendarDayOf(END)];
const RANGE = DAYS.slice(-8);
const PRIOR = DAYS.slice(-368, -8);
const MEDIAN = PRIOR.slice(-250);

interface ModelBar {
  day: CalendarDay;
  volume: number;
  close: number;
  low: number;
  isSt: boolean | null;
}

interface ModelStock {
  code: string;
  bars: ModelBar[];
  changes: { day: CalendarDay; factor: number }[];
  /** A name of special treatment was in force from this day on. */
  stFrom: CalendarDay | null;
}

type Figures = Omit<ScanRow, 'stockName' | 'sessionId' | 'outcome' | 'circulatingMarketCapYi'>;

/** The scan as docs/scan.md says it, without an index or a shortcut. */
function modelScan(
  stocks: readonly ModelStock[],
  options: ScanOptions,
): { hits: Figures[]; limitUps: number; short: number } {
  const found = { hits: [] as Figures[], limitUps: 0, short: 0 };
  for (const stock of stocks) {
    const inRange = stock.bars.filter(({ day }) => RANGE.includes(day));
    const capDate = inRange.at(-1)?.day;
    if (capDate === undefined) continue;
    const priorBars = windowOf(stock, PRIOR, options).length;
    if (priorBars < options.minPriorBars) {
      found.short += 1;
      continue;
    }
    const low = lowOf(stock, options, options.volumeBasis);
    if (low === undefined) continue;
    const refused = refusal(stock, low.bar, options);
    if (refused === 'limit_up') found.limitUps += 1;
    if (refused !== undefined) continue;
    const adjusted = lowOf(stock, options, 'shares_adjusted');
    const prior = lowestOf(stock, windowOf(stock, PRIOR, options), options.volumeBasis);
    const usual = windowOf(stock, MEDIAN, options)
      .map((bar) => volumeOf(stock, bar, options.volumeBasis))
      .sort((a, b) => a - b);
    const median = ((usual[(usual.length - 1) >> 1] ?? 0) + (usual[usual.length >> 1] ?? 0)) / 2;
    const limits = limitsOf(stock, low.bar);
    found.hits.push({
      code: stock.code,
      entryDate: low.bar.day,
      minVolume: low.volume,
      close: low.bar.close,
      priorMinVolume: prior?.volume ?? null,
      priorMinVolumeDate: prior?.bar.day ?? null,
      hitAdjusted: adjusted !== undefined && refusal(stock, adjusted.bar, options) === undefined,
      entryLock: lock(stock, low.bar),
      priorLock: prior === undefined ? null : lock(stock, prior.bar),
      priorBars,
      capDate,
      isSt: stOn(stock, low.bar),
      relVolume: usual.length === 0 ? null : Math.round((low.volume / median) * 10_000) / 10_000,
      limitUp: limits === undefined ? null : limits.up / 100,
      limitUpBasis: limits?.basis ?? null,
      capErrorPct: null,
      capEstimated: false,
    });
  }
  return found;
}

function windowOf(stock: ModelStock, days: readonly CalendarDay[], { excludeLocked }: ScanOptions): ModelBar[] {
  return stock.bars.filter((bar) => days.includes(bar.day) && !(excludeLocked && bar.low === bar.close));
}

function volumeOf(stock: ModelStock, bar: ModelBar, basis: ScanOptions['volumeBasis']): number {
  if (basis === 'raw') return bar.volume;
  return roundHalfEven(bar.volume * multiplierOf(stock, bar));
}

/** Shares of the range's end that a share of the bar's day became. */
function multiplierOf(stock: ModelStock, bar: ModelBar): number {
  const later = stock.changes.filter(({ day }) => day > bar.day && day <= END);
  const multiplier = later.reduce((product, { factor }) => product * factor, 1);
  return Math.round(multiplier * 1e9) / 1e9;
}

/** As PostgreSQL rounds a double. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The lowest, the latest on a tie. */
function lowestOf(
  stock: ModelStock,
  bars: readonly ModelBar[],
  basis: ScanOptions['volumeBasis'],
): { bar: ModelBar; volume: number } | undefined {
  return bars
    .map((bar) => ({ bar, volume: volumeOf(stock, bar, basis) }))
    .reduce<{ bar: ModelBar; volume: number } | undefined>(
      (best, one) => (best === undefined || one.volume <= best.volume ? one : best),
      undefined,
    );
}

function lowOf(
  stock: ModelStock,
  options: ScanOptions,
  basis: ScanOptions['volumeBasis'],
): { bar: ModelBar; volume: number } | undefined {
  const low = lowestOf(stock, windowOf(stock, RANGE, options), basis);
  if (low === undefined) return undefined;
  const undercut = windowOf(stock, PRIOR, options).some((bar) => volumeOf(stock, bar, basis) < low.volume);
  return undercut ? undefined : low;
}

function stOn(stock: ModelStock, bar: ModelBar): boolean | null {
  return bar.isSt ?? (stock.stFrom === null ? null : bar.day >= stock.stFrom);
}

function refusal(stock: ModelStock, bar: ModelBar, { excludeSt }: ScanOptions): 'st' | 'limit_up' | undefined {
  if (excludeSt && stOn(stock, bar) === true) return 'st';
  const limits = limitsOf(stock, bar);
  return limits !== undefined && Math.round(bar.close * 100) >= limits.up ? 'limit_up' : undefined;
}

function lock(stock: ModelStock, bar: ModelBar): Figures['entryLock'] {
  if (bar.low !== bar.close) return null;
  const limits = limitsOf(stock, bar);
  if (limits === undefined) return 'one_price';
  const fen = Math.round(bar.close * 100);
  return fen >= limits.up ? 'limit_up' : fen <= limits.down ? 'limit_down' : 'one_price';
}

/** Where nothing says whether it is ST, a day that traded only at the 5 % limit was locked there. */
function limitsOf(
  stock: ModelStock,
  bar: ModelBar,
): { up: number; down: number; basis: 'rule_adjusted' | 'rule_raw_close' } | undefined {
  const before = stock.bars[stock.bars.findIndex(({ day }) => day === bar.day) - 1];
  if (before === undefined) return undefined;
  const between = stock.changes.filter(({ day }) => day > before.day && day <= bar.day);
  const basis = between.length === 0 ? 'rule_raw_close' : 'rule_adjusted';
  const fen = Math.round((before.close / between.reduce((product, { factor }) => product * factor, 1)) * 100);
  const within = (percent: number): ReturnType<typeof limitsOf> & object => ({
    up: Math.floor((fen * (100 + percent) + 50) / 100),
    down: Math.floor((fen * (100 - percent) + 50) / 100),
    basis,
  });
  const isSt = stOn(stock, bar);
  const close = Math.round(bar.close * 100);
  const five = within(5);
  if (isSt === null) return bar.low === bar.close && (close === five.up || close === five.down) ? five : within(10);
  return isSt ? five : within(10);
}

const arbitraryOptions: fc.Arbitrary<ScanOptions> = fc.record({
  volumeBasis: fc.constantFrom(...VOLUME_BASES),
  excludeLocked: fc.boolean(),
  excludeSt: fc.boolean(),
  minPriorBars: fc.constantFrom(0, 0, 330, 355, 360),
  capTolerancePct: fc.constant(0),
  skipClosedDays: fc.constant(0),
});

/** Volumes of few values, so that ties are common; the days that decide are made one by one, the others are loud. */
const arbitraryStock = (code: string): fc.Arbitrary<ModelStock> =>
  fc
    .record({
      loud: fc.integer({ min: 900, max: 2000 }),
      missing: fc.uniqueArray(fc.nat(DAYS.length - 2), { maxLength: 12 }),
      quiet: fc.array(fc.tuple(fc.nat(DAYS.length - 1), fc.integer({ min: 95, max: 160 })), { maxLength: 5 }),
      quietRange: fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 90, max: 150 })), { maxLength: 8 }),
      closes: fc.array(fc.tuple(fc.nat(DAYS.length - 1), fc.constantFrom(9, 9.5, 10.5, 11)), { maxLength: 20 }),
      lateCloses: fc.array(fc.tuple(fc.nat(7), fc.constantFrom(9, 9.5, 10.5, 11)), { maxLength: 4 }),
      locked: fc.array(fc.nat(DAYS.length - 1), { maxLength: 30 }),
      lateLocked: fc.array(fc.nat(7), { maxLength: 4 }),
      stDays: fc.array(fc.tuple(fc.nat(7), fc.boolean()), { maxLength: 3 }),
      stFrom: fc.option(fc.nat(12), { nil: null, freq: 3 }),
      changes: fc.uniqueArray(
        fc.tuple(fc.integer({ min: 5, max: DAYS.length - 1 }), fc.constantFrom(1.1, 1.2, 1.4, 1.5)),
        {
          maxLength: 3,
          selector: ([index]) => index,
        },
      ),
      lateChange: fc.option(fc.integer({ min: DAYS.length - 8, max: DAYS.length - 1 }), { nil: null, freq: 2 }),
    })
    .map((made) => {
      const late = (index: number): number => DAYS.length - 8 + index;
      const volumes = new Map([...made.quiet, ...made.quietRange.map(([i, v]) => [late(i), v] as const)]);
      const closes = new Map([...made.closes, ...made.lateCloses.map(([i, c]) => [late(i), c] as const)]);
      const locked = new Set([...made.locked, ...made.lateLocked.map(late)]);
      const st = new Map(made.stDays.map(([i, isSt]) => [late(i), isSt]));
      const changes = new Map<number, number>(made.changes);
      if (made.lateChange !== null) changes.set(made.lateChange, 1.3);
      const bars = DAYS.flatMap((day, index): ModelBar[] => {
        if (made.missing.includes(index)) return [];
        const close = closes.get(index) ?? 10;
        const volume = volumes.get(index) ?? made.loud;
        return [{ day, volume, close, low: locked.has(index) ? close : close - 0.5, isSt: st.get(index) ?? null }];
      });
      return {
        code,
        bars,
        changes: [...changes].map(([index, factor]) => ({ day: DAYS[index] ?? calendarDayOf(END), factor })),
        stFrom: made.stFrom === null ? null : (DAYS.at(-1 - made.stFrom) ?? null),
        // What a failure prints: the recipe, not its 380 bars.
        [fc.toStringMethod]: () => fc.stringify({ code, ...made }),
      };
    });

async function putStocks(database: Database, stocks: readonly ModelStock[]): Promise<void> {
  await emptyTables(database, ['stock', 'daily_bar', 'market_day', 'share_change', 'stock_name']);
  for (const { code, bars, changes, stFrom } of stocks) {
    await database.query(
      `insert into stock (code, exchange, board, name, list_date, first_bar_date, last_bar_date)
       values ($1, 'SSE', 'main', $1, '2010-01-04', $2, $3)`,
      [code, bars[0]?.day, bars.at(-1)?.day],
    );
    await database.query(
      `insert into daily_bar (trade_date, code, open, high, low, close, volume, circ_market_cap, is_st)
       select d, $1, c, c, l, c, v, 2e10, st
       from unnest($2::date[], $3::float8[], $4::float8[], $5::bigint[], $6::boolean[]) as b(d, c, l, v, st)`,
      [
        code,
        bars.map(({ day }) => day),
        bars.map(({ close }) => close),
        bars.map(({ low }) => low),
        bars.map(({ volume }) => volume),
        bars.map(({ isSt }) => isSt),
      ],
    );
    await database.query(
      `insert into share_change (code, trade_date, factor, basis)
       select $1, d, f, 'vendor' from unnest($2::date[], $3::float8[]) as c(d, f)`,
      [code, changes.map(({ day }) => day), changes.map(({ factor }) => factor)],
    );
    if (stFrom !== null) {
      await database.query(
        `insert into stock_name (code, from_date, name) values ($1, '2010-01-04', '甲'), ($1, $2, '*ST甲')`,
        [code, stFrom],
      );
    }
  }
  await database.query(
    `insert into market_day (trade_date, bars) select trade_date, count(*) from daily_bar group by trade_date`,
  );
  await database.query(
    `update market_state set source = 'files', data_version = data_version + 1, bars_from = $1, bars_to = $2`,
    [DAYS[0], END],
  );
}

class RolledBack extends Error {}

const SEED = 20_251_122;

describe('the scan with any options', () => {
  let api: TestApi;
  let matrices: BarMatrixService;

  beforeAll(async () => {
    api = await TestApi.start({ environment: { BAR_MATRIX: 'on' } });
    matrices = api.app.get(BarMatrixService, { strict: false });
  });
  afterAll(() => api.stop());

  async function scan(options: ScanOptions): Promise<{ hits: Figures[]; limitUps: number; short: number }> {
    const lowVolume = api.app.get(LowVolumeScanService, { strict: false });
    const bounds = {
      startDate: RANGE[0] ?? calendarDayOf(END),
      endDate: calendarDayOf(END),
      circMktMinYi: 100,
      circMktMaxYi: 500,
    };
    const plan = await lowVolume.plan({ ...bounds, options });
    const codes = plan.candidates.filter(({ shortHistory }) => !shortHistory).map(({ code }) => code);
    let found = { hits: [] as Figures[], limitUps: 0, short: plan.candidates.length - codes.length };
    await api.database
      .transaction(async (tx) => {
        const { priorStart, medianStart } = plan.window;
        const task = { ...bounds, codes, priorStart, medianStart, options, marketSource: 'files', requestedBy: null };
        const { rows, persist } = await lowVolume.scan(tx, task);
        const hits = rows.map(
          ({ stockName: _n, sessionId: _s, outcome: _o, circulatingMarketCapYi: _c, ...figures }) => figures,
        );
        found = { ...found, hits, limitUps: persist.excludedLimitUp };
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return found;
  }

  /** The first scan of a market is answered by SQL alone, and has its bars read into memory. */
  async function barsInMemory(): Promise<void> {
    const [first = END] = PRIOR;
    await until('bars are in memory', 60_000, async () => {
      return (await matrices.peek(api.database, calendarDayOf(first))) !== undefined;
    });
  }

  it('finds what a plain implementation of the rules finds, on any market', async () => {
    const seen = { hits: 0, onlyAdjusted: 0, notAdjusted: 0, limitUps: 0, short: 0, locks: 0 };
    const codes = ['600001', '600002', '600003', '600004', '600005', '600006'];
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...codes.map(arbitraryStock)),
        fc.array(arbitraryOptions, { minLength: 6, maxLength: 6 }),
        async (stocks, asked) => {
          await putStocks(api.database, stocks);
          const adjustments = await readStockAdjustments(api.database, codes);
          for (const stock of stocks) {
            // The scan's volumes are those of the one component that knows the factors of a stock.
            const days = [...stock.bars.map(({ day }) => day), calendarDayOf(END)].map((tradeDate) => ({ tradeDate }));
            const told = adjustments.of(stock.code).shareMultipliers(days).slice(0, -1);
            expect(told.map((multiplier) => Math.round(multiplier * 1e9) / 1e9)).toEqual(
              stock.bars.map((bar) => multiplierOf(stock, bar)),
            );
          }
          for (const options of asked) {
            const model = modelScan(stocks, options);
            expect(await scan(options)).toEqual(model);
            await barsInMemory();
            expect(await scan(options)).toEqual(model);
            const raw = modelScan(stocks, { ...options, volumeBasis: 'raw' }).hits.map(({ code }) => code);
            seen.hits += model.hits.length;
            seen.onlyAdjusted += model.hits.filter(({ code }) => !raw.includes(code)).length;
            seen.notAdjusted += model.hits.filter(({ hitAdjusted }) => hitAdjusted === false).length;
            seen.limitUps += model.limitUps;
            seen.short += model.short;
            seen.locks += model.hits.filter(({ entryLock, priorLock }) => (entryLock ?? priorLock) !== null).length;
          }
        },
      ),
      // One seed: which markets are drawn decides whether all that the options are about is seen.
      { seed: SEED, numRuns: 20, endOnFailure: true },
    );
    // A market that never shows what the options are about proves nothing.
    expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  });

  it('uses an estimated market cap while the one of the last day is late', async () => {
    const low = RANGE[4] ?? calendarDayOf(END);
    const stocks = ['600001', '600002'].map((code): ModelStock => ({
      code,
      bars: DAYS.map((day) => ({
        day,
        volume: day === low ? 100 : 1000,
        close: day === END ? 10.5 : 10,
        low: 9,
        isSt: false,
      })),
      changes: [],
      stFrom: null,
    }));
    await putStocks(api.database, stocks);
    await api.database.query(
      `update daily_bar set circ_market_cap = null where trade_date = $1 or (code = '600002' and trade_date > $1::date - 90)`,
      [END],
    );
    await api.database.query(`update market_state set source = 'tushare'`);
    const { hits } = await scan(DEFAULT_SCAN_OPTIONS);
    expect(hits).toMatchObject([{ code: '600001', capDate: END, capEstimated: true, capErrorPct: null }]);
    const lowVolume = api.app.get(LowVolumeScanService, { strict: false });
    const bounds = { startDate: low, endDate: calendarDayOf(END), circMktMaxYi: 500, options: DEFAULT_SCAN_OPTIONS };
    const plan = await lowVolume.plan({ ...bounds, circMktMinYi: 209 });
    expect(plan).toMatchObject({ candidates: [{ code: '600001' }], estimatedCaps: 1, withoutCap: 1 });
    expect((await lowVolume.plan({ ...bounds, circMktMinYi: 211 })).candidates).toEqual([]);
  });

  it('uses the limit price of an ex-right day from the adjusted close of the bar before', async () => {
    const exRight = RANGE[4] ?? calendarDayOf(END);
    const tenForTen = (code: string, close: number): ModelStock => ({
      code,
      bars: DAYS.map((day) => ({
        day,
        volume: day === exRight ? 100 : 1000,
        close: day < exRight ? 20 : close,
        low: 9.9,
        isSt: false,
      })),
      changes: [{ day: exRight, factor: 2 }],
      stFrom: null,
    });
    await putStocks(api.database, [tenForTen('600001', 11), tenForTen('600002', 10.5)]);
    const { hits, limitUps } = await scan(DEFAULT_SCAN_OPTIONS);
    expect(limitUps).toBe(1);
    expect(hits).toMatchObject([{ code: '600002', entryDate: exRight, limitUp: 11, limitUpBasis: 'rule_adjusted' }]);
  });
});
