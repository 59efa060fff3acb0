import { findFrom, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { type PlainBar, stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import type { FlowClass, StockFlow } from '../domain/stock-flow';
import { netInflow } from './net-inflow';

type Values = Parameters<typeof netInflow.needs>[0];

/** Bars of 100 million yuan each, on the days from 1,000 on. */
const bars = (...closes: number[]): PlainBar[] => closes.map((close) => ({ close, amount: 1e8 }));

/** The flow of those days, in 10,000 yuan; of all classes the same. */
function flowOf(nets: Readonly<Partial<Record<FlowClass, readonly number[]>>>): StockFlow {
  return { vendor: 'eastmoney', net: (flowClass, day) => (nets[flowClass]?.[day - 1000] ?? NaN) * 1e4 };
}

function found(plain: readonly PlainBar[], flow: StockFlow | undefined, changed: Partial<Values> = {}) {
  const columns = stockBarsOf(plain);
  const last = columns.count - 1;
  return findFrom(netInflow, columns, last, { ...valuesOf<Values>(netInflow), ...changed }, { flow }).get(last) ?? null;
}

it('adds up the nets of the window, by class, as one vendor has them', () => {
  const flow = flowOf({ main: [9e9, 100, -50, 250], l: [0, 100, 100, 100], m: [0, 1, 1, 1], s: [0, -1, -1, -1] });
  expect(found(bars(10, 10, 11, 12.1), flow, { window: 3 })).toEqual({
    score: expect.closeTo(0.01, 12) as number,
    evidence: {
      ...{ netMainYi: 0.03, netRatePct: expect.closeTo(1, 12) as number, netXlYi: null, netLYi: 0.03 },
      ...{ netMYi: 0.0003, netSYi: -0.0003, amountYi: 3, inflowDays: 1, gainPct: expect.closeTo(21, 8) as number },
      ...{ divergence: false, vendor: 'eastmoney' },
    },
  });
  expect(found(bars(10, 10, 11, 12.1), flow, { window: 3, by: 'amount' })?.score).toBe(0.03);
});

it('leaves out what flows away, stands still, or is not known on a day of the window', () => {
  const main = (...nets: number[]) => found(bars(10, 10, 10), flowOf({ main: nets }), { window: 3 });
  expect(main(1, 1, 1)).not.toBeNull();
  expect(main(1, 1, -2)).toBeNull();
  expect(main(1, 1, -3)).toBeNull();
  expect(main(1, NaN, 1)).toBeNull();
  expect(found(bars(10, 10, 10), undefined)).toBeNull();
});

it('needs an amount over the window', () => {
  const traded = (amount: number) =>
    found(
      [
        { close: 10, amount: 4e7 },
        { close: 10, amount },
      ],
      flowOf({ main: [1, 1] }),
      { window: 3 },
    );
  expect(traded(6e7)).not.toBeNull();
  expect(traded(6e7 - 1)).toBeNull();
  expect(traded(NaN)).toBeNull();
});

it('counts the inflows in a row, suspended days left out, no farther than ten days', () => {
  const days = (nets: readonly number[], change: (bar: PlainBar, at: number) => PlainBar = (bar) => bar) =>
    found(bars(...nets.map(() => 10)).map(change), flowOf({ main: nets }))?.evidence['inflowDays'];
  expect(days([1, -1, 1, 1])).toBe(2);
  expect(days([-1, 1, 1, 1])).toBe(3);
  expect(days(Array.from({ length: 14 }, () => 1))).toBe(10);
  expect(days([1, 1, 9, 1], (bar, at) => (at < 2 ? bar : { ...bar, day: 1000 + at + 1 }))).toBeUndefined();
});

it('marks an inflow without a gain', () => {
  const divergence = (close: number) => found(bars(10, close), flowOf({ main: [1, 1] }))?.evidence['divergence'];
  expect([divergence(9.99), divergence(10), divergence(10.01)]).toEqual([true, true, false]);
});

it('ranks by score, then by code, and takes the first', () => {
  const candidate = (code: string, score: number) => ({ code, score, evidence: {} });
  const list = [candidate('600003', 1), candidate('600001', 1), candidate('600002', 2)];
  const ranked = (top: number) =>
    netInflow.rank?.(list, { ...valuesOf<Values>(netInflow), top }).map(({ code }) => code);
  expect(ranked(50)).toEqual(['600002', '600001', '600003']);
  expect(ranked(2)).toEqual(['600002', '600001']);
});
