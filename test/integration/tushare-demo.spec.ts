import { type ReportKind } from '#lib/market-sync';
import { findCodeChanges } from '#lib/market-sync/testing';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import {
  CallBudget,
  readAdjustmentFactors,
  readCodeChanges,
  readChipPerformances,
  readDailyBars,
  readDailyValuations,
  readExchangeDays,
  readLimitPrices,
  readStDays,
  readStockListings,
  readStockNames,
  readStockReports,
  readSuspensions,
  TushareHttp,
  WHOLE_MARKET_STATEMENTS,
} from '#lib/vendors/testing';
import { createDemoMarket, DEMO_EPOCH } from '#lib/demo-market/testing';
import { TradingCalendar, isStName } from '#lib/market-data';
import { type DemoBar } from '#lib/market-data/testing';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { DemoVendorMarket } from '../support/fakes/tushare/demo-vendor-market';

/** A market of two years: every reader over the wire, against the generator's own bars. */
const TO = calendarDayOf('2023-12-29');
const FROM = calendarDayOf('2023-06-01');
const STOCKS = 40;

let opened: OpenedDatabase;
let fakeTushare: FakeTushare;
let tushare: TushareHttp;
let bars: Map<string, DemoBar[]>;
let days: readonly string[];

beforeAll(async () => {
  opened = await openTestDatabase();
  const market = new DemoVendorMarket({ to: TO, from: FROM, stocks: STOCKS });
  days = market.days;
  fakeTushare = await FakeTushare.start({ market });
  tushare = new TushareHttp(
    { baseUrl: fakeTushare.url, token: fakeTushare.token, timeoutMs: 20_000 },
    new CallBudget(opened.database, 'demo', { perMinute: 60_000, perDay: 10_000 }),
  );
  const codes = new Set((await readStockListings(tushare)).rows.map(({ code }) => code));
  bars = new Map([...codes].map((code) => [code, []]));
  const demo = createDemoMarket({ openDays: TradingCalendar.published().openDaysBetween(DEMO_EPOCH, TO) });
  for (const bar of demo.bars()) bars.get(bar.code)?.push(bar);
}, 60_000);
afterAll(async () => {
  await fakeTushare.close();
  await opened.remove();
});

const epochDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const ownBar = (code: string, day: string): DemoBar | undefined =>
  bars.get(code)?.find((bar) => bar.day === epochDay(day));

it("the fake vendor's listings are its stocks, including delisted ones, and no other securities", async () => {
  const { rows, leftOut, calls } = await readStockListings(tushare);
  expect(calls).toBe(3);
  expect(leftOut).toBe(2);
  expect(rows.find(({ code }) => code === '600001')).toMatchObject({ status: 'delisted', delistDate: '2006-10-20' });
  expect(rows.filter(({ status }) => status === 'listed').length).toBeGreaterThanOrEqual(STOCKS);
  expect(rows.every(({ status, initials }) => status !== 'listed' || /^[a-z]+$/.test(initials ?? ''))).toBe(true);
  const { rows: changes } = await readCodeChanges(tushare);
  expect(changes[0]).toMatchObject({ oldCode: '839900' });
  fakeTushare.deny('bse_mapping');
  // Without the permission nothing fails; the demo has no delisted old code that the listings would show.
  expect(await readCodeChanges(tushare)).toEqual({ rows: [], leftOut: 0, calls: 1 });
  expect(findCodeChanges(rows)).toEqual([]);
});

it("the fake vendor's bars, turnovers, caps and limits of a day are the generated ones", async () => {
  for (const tradeDate of [FROM, TO]) {
    const [daily, valuations, limits] = [
      await readDailyBars(tushare, { tradeDate }),
      await readDailyValuations(tushare, { tradeDate }),
      await readLimitPrices(tushare, { tradeDate }),
    ];
    expect(daily.rows.length).toBe(
      [...bars.values()].filter((own) => own.some(({ day }) => day === epochDay(tradeDate))).length,
    );
    for (const row of daily.rows) {
      const { open, high, low, close, preClose, volume, amount } = ownBar(row.code, tradeDate) ?? {};
      expect(row).toMatchObject({ open, high, low, close, preClose, volume, amount });
    }
    for (const row of valuations.rows) {
      const bar = ownBar(row.code, tradeDate);
      expect(row.turnoverPct).toBe(bar?.turnoverPct);
      expect(row.circMarketCap).toBeCloseTo(bar?.circMarketCap ?? 0, 1);
    }
    expect(limits.leftOut).toBe(5200);
    for (const { code, upLimit, downLimit } of limits.rows) {
      expect({ upLimit, downLimit }).toEqual({
        upLimit: ownBar(code, tradeDate)?.upLimit ?? 100_000,
        downLimit: ownBar(code, tradeDate)?.downLimit ?? 0,
      });
    }
  }
});

it('the fake vendor suspends a stock without a bar on an open day, for whole days only', async () => {
  const { rows: listings } = await readStockListings(tushare);
  let suspended = 0;
  for (const { code, listDate, status } of listings) {
    if (status !== 'listed') continue;
    const { rows } = await readSuspensions(tushare, { code, from: FROM, to: TO });
    const missing = days.filter((day) => day >= (listDate ?? '') && ownBar(code, day) === undefined);
    expect(rows.map(({ tradeDate }) => tradeDate).sort()).toEqual(missing);
    suspended += missing.length;
  }
  expect(suspended).toBeGreaterThan(0);
});

it("the fake vendor's factor changes only on ex-right days, by the fall of the price", async () => {
  let changes = 0;
  for (const [code, own] of bars) {
    if (own.length === 0) continue;
    const { rows } = await readAdjustmentFactors(tushare, { code, from: FROM, to: TO });
    const factors = new Map(rows.map(({ tradeDate, factor }) => [tradeDate as string, factor]));
    for (const [index, bar] of own.entries()) {
      const before = own[index - 1];
      const day = new Date(bar.day * 86_400_000).toISOString().slice(0, 10);
      if (before === undefined || day <= FROM) continue;
      const ratio =
        (factors.get(day) ?? 0) /
        (factors.get(new Date(before.day * 86_400_000).toISOString().slice(0, 10)) ?? Number.NaN);
      if (Number.isNaN(ratio)) continue;
      expect(ratio).toBeCloseTo(before.close / (bar.preClose ?? 0), 3);
      if (bar.preClose !== before.close) changes += 1;
    }
  }
  expect(changes).toBeGreaterThan(0);
});

it("the fake vendor's names over time agree with the ST days", async () => {
  const { rows: names } = await readStockNames(tushare, {});
  const { rows: stDays } = await readStDays(tushare, { tradeDate: TO });
  const st = new Set(stDays.map(({ code }) => code));
  for (const code of bars.keys()) {
    const current = names.find((name) => name.code === code && name.to === null);
    if (current !== undefined && ownBar(code, TO) !== undefined) expect(isStName(current.name)).toBe(st.has(code));
  }
});

it("the fake vendor's calendar is the published one, and chips order their costs", async () => {
  const { rows } = await readExchangeDays(tushare, { from: FROM, to: TO });
  expect(
    rows
      .filter(({ isOpen }) => isOpen)
      .map(({ day }) => day)
      .reverse(),
  ).toEqual(days);
  const { rows: chips } = await readChipPerformances(tushare, { tradeDate: TO });
  expect(chips.length).toBeGreaterThan(STOCKS / 2);
  for (const { hisLow, cost5, cost15, cost50, cost85, cost95, hisHigh, winnerRate } of chips) {
    const ascending = [(hisLow ?? 0) * 0.99, cost5, cost15, cost50, cost85, cost95, (hisHigh ?? 0) * 1.01];
    expect([...ascending].sort((one, other) => one - other)).toEqual(ascending);
    expect(winnerRate).toBeGreaterThanOrEqual(0);
    expect(winnerRate).toBeLessThanOrEqual(100);
  }
});

it('the fake vendor returns the same reports by stock and by period', async () => {
  const code = [...bars.keys()].find((each) => each.startsWith('6056')) ?? '';
  for (const statement of [
    'indicator',
    'income',
    'balance_sheet',
    'cash_flow',
  ] as const satisfies readonly ReportKind[]) {
    const { rows } = await readStockReports(tushare, statement, { code });
    const annual = rows.filter(({ periodEnd }) => periodEnd === '2022-12-31');
    const ofPeriod = await readStockReports(tushare, statement, { day: calendarDayOf('2022-12-31') });
    expect(ofPeriod.rows.filter((report) => report.code === code)).toEqual(annual);
    const periodsKnownOn = (day: CalendarDay): string[] =>
      rows.filter(({ publishedOn }) => publishedOn <= day).map(({ periodEnd }) => periodEnd);
    expect(periodsKnownOn(TO)).toContain('2023-09-30');
    expect(periodsKnownOn(calendarDayOf('2023-10-27')).every((periodEnd) => periodEnd < '2023-09-30')).toBe(true);
  }
  for (const statement of ['audit', 'pledge', 'holder_trade', 'dividend'] as const) {
    expect((await readStockReports(tushare, statement, { code })).rows.length).toBeGreaterThan(0);
  }
  expect(WHOLE_MARKET_STATEMENTS).not.toContain('audit');
  await expect(readStockReports(tushare, 'audit', { day: TO })).rejects.toThrow('one stock');
});

it('the client sends no request twice: calls made are pages needed', () => {
  expect(fakeTushare.calls.filter(({ api }) => api !== 'bse_mapping').every(({ outcome }) => outcome === 'rows')).toBe(
    true,
  );
  expect(fakeTushare.count('stk_limit')).toBe(2);
});
