import { calendarDayOf } from '#lib/kernel';
import { buyCost, DEFAULT_COSTS, netReturn, sellCost } from './costs';

const day = calendarDayOf;
const bp = (share: number) => share * 1e4;

describe('the costs of a side', () => {
  it('are those of the day', () => {
    // 20,000 yuan: 2.5 commission; 5 slippage.
    expect(bp(buyCost(DEFAULT_COSTS, day('2024-01-02')))).toBeCloseTo(2.5 + 0.1 + 5, 10);
    expect(bp(sellCost(DEFAULT_COSTS, day('2024-01-02')))).toBeCloseTo(2.5 + 0.1 + 5 + 5, 10);
    expect(bp(sellCost(DEFAULT_COSTS, day('2023-08-28')))).toBeCloseTo(12.6, 10);
    expect(bp(sellCost(DEFAULT_COSTS, day('2023-08-25')))).toBeCloseTo(17.6, 10);
    expect(bp(buyCost(DEFAULT_COSTS, day('2022-04-28')))).toBeCloseTo(7.7, 10);
    expect(bp(buyCost(DEFAULT_COSTS, day('2022-04-29')))).toBeCloseTo(7.6, 10);
  });

  it('have a least commission, which a small purchase feels', () => {
    expect(bp(buyCost({ ...DEFAULT_COSTS, notional: 5000 }, day('2024-01-02')))).toBeCloseTo(10 + 0.1 + 5, 10);
  });

  it('take a stamp duty of one’s own', () => {
    expect(bp(sellCost({ ...DEFAULT_COSTS, stamp: 0 }, day('2020-01-02')))).toBeCloseTo(7.7, 10);
  });
});

it('a round trip of 20,000 yuan costs some 20 basis points', () => {
  const net = netReturn(0, DEFAULT_COSTS, { bought: day('2024-01-02'), sold: day('2024-01-30') });
  expect(bp(net)).toBeCloseTo(-20.184, 2);
  expect(netReturn(0.1, DEFAULT_COSTS, { bought: day('2024-01-02'), sold: day('2024-01-30') })).toBeCloseTo(0.09778, 5);
});
