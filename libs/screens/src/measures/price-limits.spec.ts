import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { boardLimitPercent, countLimitUps } from './price-limits';

it.each([
  ['main', 10],
  ['chinext', 20],
  ['star', 20],
  ['bse', 30],
] as const)("without a limit price the limit is the board's: %s", (board, percent) => {
  expect(boardLimitPercent(stockBarsOf([{ close: 10 }, { close: 10, limitUp: NaN }], { board }), 1)).toBe(percent);
});

it.each([
  [10.5, 5],
  [11, 10],
  [12, 20],
  [13, 30],
])('a limit price of %d over 10 tells the percent', (limitUp, percent) => {
  expect(boardLimitPercent(stockBarsOf([{ close: 10 }, { close: 10, limitUp }], { board: 'bse' }), 1)).toBe(percent);
});

it('limit-ups in a row end where a bar was not, and at the most that is asked for', () => {
  const bars = stockBarsOf([10, 10.2, 11.22, 12.34, 13.57].map((close) => ({ close })));
  expect([4, 2, 0].map((most) => countLimitUps(bars, 4, most))).toEqual([3, 2, 0]);
  expect(countLimitUps(bars, 1, 4)).toBe(0);
  const all = stockBarsOf([{ close: 11, limitUp: 11 }, { close: 12.1 }]);
  expect(countLimitUps(all, 1, 4)).toBe(2);
});
