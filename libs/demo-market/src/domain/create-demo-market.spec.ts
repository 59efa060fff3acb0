import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type CalendarDay, calendarDayFromEpochDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import { type Bar, findPriceLimit, classifyBareCode, TradingCalendar } from '#lib/market-data';
import type { DemoMarket } from './demo-market';
import { createDemoMarket, DEMO_EPOCH } from './create-demo-market';

const DAYS = TradingCalendar.published().openDaysBetween(DEMO_EPOCH, calendarDayOf('2026-11-20'));
const POSITION = new Map(DAYS.map((day, index) => [epochDayOf(day), index]));
const WINDOW_START = dayAt(DAYS.length - 750);

function digestOf(market: Pick<DemoMarket, 'bars'>, fromDay?: CalendarDay, toDay = Number.POSITIVE_INFINITY): string {
  const hash = createHash('sha256');
  for (const bar of market.bars(fromDay)) if (bar.day <= toDay) hash.update(`${Object.values(bar).join()}\n`);
  return hash.digest('hex');
}

describe('the demo market', () => {
  it('is the same for the same days, and keeps its past when days are appended', () => {
    const length = fc.integer({ min: 2, max: 50 });
    fc.assert(
      fc.property(length, length, (shorter, more) => {
        const past = DAYS.slice(0, shorter);
        const lastDay = epochDayOf(dayAt(shorter - 1));
        const before = digestOf(createDemoMarket({ openDays: past, every: 4 }));
        expect(digestOf(createDemoMarket({ openDays: past, every: 4 }))).toBe(before);
        const grown = createDemoMarket({ openDays: DAYS.slice(0, shorter + more), every: 4 });
        expect(digestOf(grown, undefined, lastDay)).toBe(before);
      }),
      { numRuns: 5 },
    );
  });

  it('returns from any day on what the whole returns from that day on', () => {
    const market = createDemoMarket({ openDays: DAYS.slice(0, 60), every: 4 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59 }), (position) => {
        const from = dayAt(position);
        const tail = [...market.bars()].filter((bar) => bar.day >= epochDayOf(from));
        expect(digestOf({ bars: () => tail })).toBe(digestOf(market, from));
      }),
      { numRuns: 5 },
    );
  });

  it('never changes silently: stored demo databases grow from it day by day', () => {
    const market = createDemoMarket({ openDays: DAYS.slice(0, 260) });
    expect(digestOf(market)).toBe('f4643f18c73ede482b931ec1fa7bac442853093cc910de2be9d0c4c410fb77d7');
    expect(createHash('sha256').update(JSON.stringify(market.stocks)).digest('hex')).toBe(
      '52bb3c6dfcae0f26bb5f293ec28bee39363fd3dfd5b75a00ba33cdac632170a6',
    );
  });

  it('rejects days that do not begin at its epoch', () => {
    expect(() => createDemoMarket({ openDays: DAYS.slice(1) })).toThrow(/must begin at 2022-01-04/);
    expect(() => createDemoMarket({ openDays: [] })).toThrow(/must begin at/);
  });
});

describe('a demo market of 750 days', () => {
  const series = [...createDemoMarket({ openDays: DAYS }).series(WINDOW_START)];
  const market = { stocks: series.map(({ stock }) => stock) };
  const barsByCode = new Map<string, readonly Bar[]>(series.map(({ stock, bars }) => [stock.code, bars]));
  const all = [...barsByCode.values()];
  const bars = all.flat();
  const consecutive = all.flatMap((own) => own.slice(1).map((bar, index) => [own[index] ?? bar, bar] as const));

  it('has about 800 stocks on all boards under codes and names of their own', () => {
    expect(market.stocks.length).toBeGreaterThan(780);
    expect(market.stocks.length).toBeLessThan(820);
    expect(new Set(market.stocks.map((stock) => stock.name)).size).toBe(market.stocks.length);
    for (const { code, exchange, board } of market.stocks) {
      expect(classifyBareCode(code)).toEqual({ kind: 'stock', code, exchange, board });
    }
    expect(new Set(market.stocks.map((stock) => stock.board))).toEqual(new Set(['main', 'chinext', 'star', 'bse']));
  });

  it('keeps every bar consistent and within its limits', () => {
    for (const bar of bars) {
      const { open, high, low, close, volume, amount, upLimit, downLimit } = bar;
      const sound =
        low > 0 &&
        low <= Math.min(open, close) &&
        high >= Math.max(open, close) &&
        Number.isSafeInteger(volume) &&
        volume > 0 &&
        (amount ?? 0) >= low * volume - 1 &&
        (amount ?? 0) <= high * volume + 1 &&
        (upLimit === null || high <= upLimit) &&
        (downLimit === null || low >= downLimit);
      if (!sound) throw new Error(`unsound bar ${JSON.stringify(bar)}`);
    }
    expect(bars.length).toBeGreaterThan(550_000);
  });

  it('states the limit prices of board and date, and none on the first days of a listing', () => {
    for (const stock of market.stocks) {
      const listed = POSITION.get(epochDayOf(stock.listDate));
      for (const bar of barsByCode.get(stock.code) ?? []) {
        const limit = findPriceLimit({
          board: stock.board,
          tradeDate: calendarDayFromEpochDay(bar.day),
          preCloseFen: Math.round((bar.preClose ?? 0) * 100),
          isSt: bar.isSt === true,
          tradingDayNo: listed === undefined ? null : (POSITION.get(bar.day) ?? 0) - listed + 1,
        });
        const expected = limit === null ? [null, null] : [limit.upFen / 100, limit.downFen / 100];
        if (bar.upLimit !== expected[0] || bar.downLimit !== expected[1]) {
          throw new Error(`${JSON.stringify(bar)} should have the limits ${expected.join(' and ')}`);
        }
      }
    }
    expect(bars.some((bar) => bar.upLimit === null)).toBe(true);
  });

  it('has suspensions, limit days, locked days, ex-right days, new listings and ST', () => {
    const gaps = consecutive.filter(([one, next]) => position(next) - position(one) > 1);
    const exRights = consecutive.filter(([one, next]) => next.preClose !== one.close);
    const splits = exRights.filter(([one, next]) => (next.preClose ?? 0) / one.close < 0.9);
    const limitUps = bars.filter((bar) => bar.close === bar.upLimit);
    const limitDowns = bars.filter((bar) => bar.close === bar.downLimit);
    const locked = bars.filter(
      (bar) => bar.high === bar.low && (bar.close === bar.upLimit || bar.close === bar.downLimit),
    );
    const newcomers = market.stocks.filter((stock) => stock.listDate >= WINDOW_START);
    const special = market.stocks.filter((stock) => stock.name.startsWith('ST'));
    for (const found of [gaps, exRights, splits, limitUps, limitDowns, locked]) {
      expect(found.length).toBeGreaterThan(100);
    }
    expect(newcomers.length).toBeGreaterThan(20);
    expect(special.length).toBeGreaterThan(8);
    for (const { code } of special) expect(barsByCode.get(code)?.at(-1)?.isSt).toBe(true);
    for (const { code, listDate } of newcomers) expect(barsByCode.get(code)?.[0]?.day).toBe(epochDayOf(listDate));
  });

  it('lets float shares grow with a bonus issue, so that the cap does not jump with the price', () => {
    for (const [one, next] of consecutive) {
      const ratio = (next.preClose ?? 0) / one.close;
      const capAtPreClose = ((next.circMarketCap ?? 0) / next.close) * (next.preClose ?? 0);
      if (ratio < 0.9) expect(capAtPreClose / (one.circMarketCap ?? 1)).toBeGreaterThan(0.94);
    }
  });

  it('has market caps mostly between 2 and 150 billion yuan', () => {
    const caps = all.map((own) => own.at(-1)?.circMarketCap ?? 0);
    const usual = caps.filter((cap) => cap >= 20e8 && cap <= 1500e8);
    expect(usual.length / caps.length).toBeGreaterThan(0.92);
  });

  it('shows selling climaxes as often as experts find them in real charts', () => {
    const climaxes = all.reduce((sum, own) => sum + own.filter((_, index) => isSellingClimax(own, index)).length, 0);
    const perStockYear = climaxes / (bars.length / 244);
    expect(perStockYear).toBeGreaterThan(0.1);
    expect(perStockYear).toBeLessThan(0.7);
  });

  it.each([
    [20, 0],
    [40, 0],
    [60, 0],
    [20, 250],
    [60, 250],
  ])('leaves a believable share of one-year lows in %d days that end %d days ago', (range, ago) => {
    const end = DAYS.length - 1 - ago;
    const { candidates, hits } = oneYearLows(end - range + 1, end);
    expect(candidates).toBeGreaterThan(300);
    expect(hits / candidates).toBeGreaterThan(0.01);
    expect(hits / candidates).toBeLessThan(0.15);
  });

  /** The rule of the scan, told once more in the plainest way: lowest volume of the range not undercut in 360 open days before. */
  function oneYearLows(start: number, end: number): { candidates: number; hits: number } {
    let candidates = 0;
    let hits = 0;
    for (const own of all) {
      const known = own.filter((bar) => position(bar) <= end);
      const range = known.filter((bar) => position(bar) >= start);
      const prior = known.filter((bar) => position(bar) < start && position(bar) >= start - 360);
      const cap = known.at(-1)?.circMarketCap ?? 0;
      if (range.length === 0 || cap < 100e8 || cap > 500e8) continue;
      candidates += 1;
      const lowest = Math.min(...range.map((bar) => bar.volume));
      const isOldEnough = known[0] !== undefined && position(known[0]) <= start - 360;
      if (isOldEnough && prior.every((bar) => bar.volume >= lowest)) hits += 1;
    }
    return { candidates, hits };
  }
});

function dayAt(position: number): CalendarDay {
  const day = DAYS[position];
  if (day === undefined) throw new Error(`no open day at ${position}`);
  return day;
}

function position(bar: Bar): number {
  return POSITION.get(bar.day) ?? Number.NaN;
}

/** A wide bar on twice the usual volume at the low of sixty days, far under their high, that closes off its low. */
function isSellingClimax(own: readonly Bar[], index: number): boolean {
  const bar = own[index];
  if (bar === undefined || index < 60) return false;
  if ((bar.close - bar.low) / (bar.high - bar.low) < 0.35) return false;
  const before = own.slice(index - 60, index);
  // The seldom things first: the rest sorts.
  if (bar.low > Math.min(...before.map((one) => one.low))) return false;
  if (bar.close > 0.82 * Math.max(...before.map((one) => one.close))) return false;
  const usualVolume = before.map((one) => one.volume).sort((a, b) => a - b)[30] ?? 0;
  const usualRange = before.slice(-20).reduce((sum, one) => sum + one.high - one.low, 0) / 20;
  return bar.volume >= 2 * usualVolume && bar.high - bar.low >= 1.6 * usualRange;
}
