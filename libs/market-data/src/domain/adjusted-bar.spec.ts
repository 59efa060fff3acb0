import { calendarDayOf } from '#lib/kernel';
import { adjustBars, type TradedBar } from './adjusted-bar';
import { type AdjustmentFacts, StockAdjustments } from './stock-adjustments';

const bar = (day: number, close: number, volume = 100): TradedBar => ({
  tradeDate: calendarDayOf(`2024-01-${String(day).padStart(2, '0')}`),
  open: close,
  high: close,
  low: close,
  close,
  preClose: null,
  volume,
  amount: null,
  turnoverPct: null,
  circMarketCap: null,
  upLimit: null,
  downLimit: null,
  isSt: null,
});
const on = (day: number, factor: number) => ({ tradeDate: bar(day, 1).tradeDate, factor });
const share = (day: number, factor: number) => ({ ...on(day, factor), basis: 'vendor' as const });
const knowing = (facts: Partial<AdjustmentFacts>) =>
  new StockAdjustments({
    ...{ firstBarDate: bar(2, 1).tradeDate, listDate: null, vendorFactors: [], vendorThrough: null, exRightCloses: [] },
    ...{ shareChanges: [], unexplainedGaps: [], preCloseMissingOn: null, marketHoles: [] },
    ...facts,
  });

describe('adjustBars', () => {
  it('leaves bars unchanged if no adjustment is known', () => {
    const adjusted = adjustBars([bar(2, 10), bar(3, 11)], StockAdjustments.none);
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([10, 11]);
  });

  it('adjusts the days before an ex-right, and not the day itself, by its ratio', () => {
    const bars = [bar(2, 20), bar(3, 10), bar(4, 11)];
    const adjusted = adjustBars(bars, knowing({ exRightCloses: [on(3, 2)] }));
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([10, 10, 11]);
  });

  it('multiplies volumes by later bonus issues', () => {
    const adjusted = adjustBars([bar(2, 20), bar(3, 10)], knowing({ shareChanges: [share(3, 1.5)] }));
    expect(adjusted.map(({ adjVolume }) => adjVolume)).toEqual([150, 100]);
  });

  it('divides prices by a share change that no previous close shows', () => {
    const known = knowing({ shareChanges: [share(3, 2), share(4, 1.5)], exRightCloses: [on(4, 1.6)] });
    const adjusted = adjustBars([bar(2, 32), bar(3, 16), bar(4, 10)], known);
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([10, 10, 10]);
  });

  it('counts an event on a suspended day for the bars before it', () => {
    const adjusted = adjustBars([bar(2, 20), bar(5, 10)], knowing({ exRightCloses: [on(3, 2)] }));
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([10, 10]);
  });

  it('ignores events after the last bar and before the first', () => {
    const exRightCloses = [on(2, 3), on(3, 5), on(5, 2)];
    const adjusted = adjustBars([bar(3, 20), bar(4, 21)], knowing({ exRightCloses }));
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([20, 21]);
  });

  it("prefers the vendor's factor if it covers both days", () => {
    const bars = [bar(2, 20), bar(3, 10)];
    const facts = { vendorFactors: [on(1, 1), on(3, 2)], exRightCloses: [on(3, 1.9)] };
    expect(adjustBars(bars, knowing(facts)).map(({ adjClose }) => adjClose)).toEqual([10, 10]);
    const late = knowing({ ...facts, vendorFactors: [on(3, 2)] });
    expect(adjustBars(bars, late)[0]?.adjClose).toBeCloseTo(20 / 1.9, 12);
  });
});
