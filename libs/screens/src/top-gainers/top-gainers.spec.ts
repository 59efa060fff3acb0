import { findOnLast, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { type PlainBar, stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { topGainers } from './top-gainers';

const LIQUID = { amount: 1e8 };

function closes(...prices: number[]): PlainBar[] {
  return prices.map((close) => ({ close, ...LIQUID }));
}

function found(plain: readonly PlainBar[], changed = {}, stock = {}) {
  return findOnLast(topGainers, stockBarsOf(plain, stock), changed);
}

it("a day's gain counts from the ex-right reference close", () => {
  const [before = { close: 0 }, today = { close: 0 }] = closes(10, 5.5);
  expect(found([before, { ...today, referenceClose: 5 }])?.evidence).toEqual({
    gainPct: 10,
    normalisedGain: 1,
    amountYi: 1,
    limitUp: true,
    onePrice: false,
    limitUpsInRow: 1,
  });
});

it('a window multiplies the days and lets them cancel out', () => {
  // 10.5/10 x 11/10.5 x 12.1/11 = 12.1/10, less 1: 210 of 1,000 fen.
  expect(found(closes(10, 10.5, 11, 12.1), { window: 3 })?.exactScore).toEqual([210n, 1000n]);
  // Two for one between: 10.5/10 x 5.5/5.25 x 6.05/5.5.
  const split = [...closes(10, 10.5), { close: 5.5, referenceClose: 5.25, ...LIQUID }, ...closes(6.05)];
  expect(found(split, { window: 3 })?.exactScore).toEqual([605n * 1050n - 1000n * 525n, 1000n * 525n]);
  expect(found(split, { window: 3 })?.score).toBeCloseTo(21, 10);
});

it("gains compare in units of the board's limit where that is asked", () => {
  const star = found(closes(10, 11), { order: 'normalised' }, { board: 'star', code: '688001' });
  expect(star?.exactScore).toEqual([10_000n, 20_000n]);
  expect(star?.score).toBeCloseTo(0.5, 10);
  // 0.46 x 1.1 is rounded to 0.51, which is 10.9 %.
  expect(found(closes(0.46, 0.51))?.evidence['normalisedGain']).toBeCloseTo((0.05 / 0.46) * 10, 10);
  // Under special treatment the limit is 5 %.
  const st = [...closes(10), { close: 10.5, limitUp: 10.5, ...LIQUID }];
  expect(found(st)?.evidence).toMatchObject({ limitUp: true, normalisedGain: expect.closeTo(1, 10) });
  expect(found([...closes(10), { close: 10.5, limitUp: NaN, ...LIQUID }])?.evidence).toMatchObject({
    limitUp: false,
    normalisedGain: expect.closeTo(0.5, 10),
  });
});

it('limit-ups in a row and one price are told', () => {
  const bars = [...closes(10, 10.2, 11.22, 12.34), { close: 13.57, open: 13.57, high: 13.57, low: 13.57, ...LIQUID }];
  expect(found(bars)?.evidence).toMatchObject({ limitUp: true, onePrice: true, limitUpsInRow: 3 });
  expect(found(closes(10, 11, 12.09))?.evidence).toMatchObject({ limitUp: false, limitUpsInRow: 0 });
});

it('newcomers, thin days and short lives stay out', () => {
  const bars = closes(10, 11);
  expect(found(bars)).not.toBeNull();
  expect(found(bars, {}, { name: 'N浦发' })).toBeNull();
  expect(found(bars, {}, { name: 'C浦发' })).toBeNull();
  expect(found(bars, {}, { name: null })).not.toBeNull();
  // The last bar is the 6th open day, then the 5th.
  expect(found(bars, {}, { listDays: 5 })).not.toBeNull();
  expect(found(bars, {}, { listDays: 4 })).toBeNull();
  expect(found([...closes(10), { close: 11, amount: 5e7 }])).not.toBeNull();
  expect(found([...closes(10), { close: 11, amount: 5e7 - 1 }])).toBeNull();
  expect(found([...closes(10), { close: 11, amount: NaN }])).toBeNull();
});

it('a stock may have been suspended on a fifth of the window', () => {
  const withDays = (...days: number[]) => days.map((day, at) => ({ close: 10 + at, day, ...LIQUID }));
  // The window of five days is 6 to 10.
  expect(found(withDays(4, 5, 6, 7, 8, 10), { window: 5 })?.exactScore).toEqual([400n, 1100n]);
  expect(found(withDays(4, 5, 6, 8, 10), { window: 5 })).toBeNull();
  // Of ten days, 8 and 7.
  const late = (...days: number[]) => found(withDays(99, ...days.map((day) => 100 + day)), { window: 10 });
  expect(late(1, 2, 3, 4, 5, 6, 7, 10)).not.toBeNull();
  expect(late(1, 2, 3, 4, 5, 6, 10)).toBeNull();
  // The market's first day may be the window's.
  const [first = { close: 0 }, ...others] = withDays(0, 1, 2, 3, 4);
  expect(found([{ ...first, referenceClose: 10 }, ...others], { window: 5 })).not.toBeNull();
  // The market's days begin within the window.
  expect(found(withDays(0, 1, 2, 3), { window: 5 })).toBeNull();
});

it('without a reference close there is no gain', () => {
  expect(found(closes(10))).toBeNull();
  expect(found(closes(10, 11), { window: 3 })).toBeNull();
  const [first = { close: 0 }, second = { close: 0 }, ...others] = closes(10, 11, 12, 13, 14);
  expect(found([first, second, ...others], { window: 3 })).not.toBeNull();
  expect(
    found([first, second, ...others.map((bar, at) => (at === 1 ? { ...bar, referenceClose: NaN } : bar))], {
      window: 3,
    }),
  ).toBeNull();
});

describe('ranks', () => {
  const candidate = (code: string, gain: readonly [bigint, bigint], amountYi = 1) => ({
    ...{ code, score: (Number(gain[0]) / Number(gain[1])) * 100, exactScore: gain },
    evidence: { amountYi },
  });
  const ranked = (candidates: ReturnType<typeof candidate>[], changed = {}) =>
    topGainers.rank?.(candidates, valuesOf(topGainers, changed)).map(({ code }) => code);

  it('by gain, then by amount, then by code', () => {
    const list = [
      candidate('600004', [1n, 10n]),
      candidate('600003', [100n, 1000n]),
      candidate('600002', [1n, 10n], 2),
      candidate('600001', [-1n, 10n]),
      candidate('600005', [2n, 10n]),
    ];
    expect(ranked(list)).toEqual(['600005', '600002', '600003', '600004', '600001']);
    expect(ranked(list, { top: 2 })).toEqual(['600005', '600002']);
  });

  it('by fractions where numbers are too coarse', () => {
    const smaller = candidate('600001', [10n ** 18n, 10n ** 19n], 9);
    const larger = candidate('600002', [10n ** 18n + 1n, 10n ** 19n], 1);
    expect(smaller.score).toBe(larger.score);
    expect(ranked([smaller, larger])).toEqual(['600002', '600001']);
  });
});
