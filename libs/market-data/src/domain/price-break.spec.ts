import { calendarDayOf } from '#lib/kernel';
import { type BarAfterBar, findPriceBreak } from './price-break';

const plain: BarAfterBar = {
  board: 'main',
  tradeDate: calendarDayOf('2024-05-06'),
  high: 10.2,
  low: 9.8,
  preClose: null,
  isSt: null,
  tradingDayNo: null,
  lastClose: 10,
  daysSince: 1,
  othersTradedBetween: false,
};
const bar = (change: Partial<BarAfterBar>): BarAfterBar => ({ ...plain, ...change });

describe('a price break', () => {
  it('is an ex-right if the previous close is not the last close', () => {
    expect(findPriceBreak(bar({ preClose: 5, high: 5.2, low: 4.9 }))).toEqual({ kind: 'ex_right', ratio: 2 });
    expect(findPriceBreak(bar({ preClose: 9.99 }))).toEqual({ kind: 'ex_right', ratio: 10 / 9.99 });
  });

  it('is none if both are the same price, apart from binary fractions', () => {
    expect(findPriceBreak(bar({ preClose: 10, high: 11, low: 9 }))).toBeUndefined();
    expect(findPriceBreak(bar({ lastClose: 0.1 + 0.2, preClose: 0.3, high: 0.33, low: 0.27 }))).toBeUndefined();
  });

  it('is none if the previous close rules it out, even beyond the limit: a relisting has none', () => {
    expect(findPriceBreak(bar({ preClose: 10, high: 18, low: 12 }))).toBeUndefined();
  });

  it.each([
    ['main', '2024-05-06', null, 11, 9, false],
    ['main', '2024-05-06', null, 11.01, 9, true],
    ['main', '2024-05-06', null, 11, 8.99, true],
    ['main', '2024-05-06', true, 10.51, 10, true],
    ['main', '2026-07-06', true, 10.51, 10, false],
    ['star', '2024-05-06', null, 12, 8, false],
    ['star', '2024-05-06', null, 12, 7.99, true],
    ['chinext', '2020-08-21', null, 11.5, 10, true],
    ['chinext', '2020-08-24', null, 11.5, 10, false],
    ['bse', '2024-05-06', null, 13, 7, false],
    ['bse', '2024-05-06', null, 13, 6.99, true],
  ] as const)(
    'without a previous close, for %s on %s, ST %s, from %d to %d has gap %s',
    (board, day, isSt, high, low, isGap) => {
      const found = findPriceBreak(bar({ board, tradeDate: calendarDayOf(day), isSt, high, low }));
      expect(found).toEqual(isGap ? { kind: 'gap' } : undefined);
    },
  );

  it('is none on the free days after a listing', () => {
    const wild = { board: 'star', high: 25, low: 15 } as const;
    expect(findPriceBreak(bar({ ...wild, tradingDayNo: 3 }))).toBeUndefined();
    expect(findPriceBreak(bar({ ...wild, tradingDayNo: 6 }))).toEqual({ kind: 'gap' });
  });

  it('ignores a previous close from a time at which the whole market is missing', () => {
    const hole = { preClose: 9.5, daysSince: 40 };
    expect(findPriceBreak(bar(hole))).toBeUndefined();
    expect(findPriceBreak(bar({ ...hole, preClose: 5, high: 5.2, low: 5 }))).toEqual({ kind: 'gap' });
    expect(findPriceBreak(bar({ ...hole, othersTradedBetween: true }))).toEqual({ kind: 'ex_right', ratio: 10 / 9.5 });
    expect(findPriceBreak(bar({ ...hole, daysSince: 11 }))).toEqual({ kind: 'ex_right', ratio: 10 / 9.5 });
  });

  it('ignores a higher previous close of a stock whose bars are missing while others trade', () => {
    const back = { preClose: 10.5, high: 10.9, low: 10.4, daysSince: 2, othersTradedBetween: true };
    expect(findPriceBreak(bar(back))).toBeUndefined();
    expect(findPriceBreak(bar({ ...back, preClose: 15, high: 15.5, low: 14.8 }))).toEqual({ kind: 'gap' });
    expect(findPriceBreak(bar({ ...back, daysSince: 1, othersTradedBetween: false }))).toEqual({
      kind: 'ex_right',
      ratio: 10 / 10.5,
    });
  });
});
