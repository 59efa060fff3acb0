import fc from 'fast-check';
import type { Board } from '#lib/market-data';
import { roundToLot, sizeOrder } from './lots';

it.each<[Board, number, number]>([
  ['main', 99, 0],
  ['main', 100, 100],
  ['main', 299, 200],
  ['chinext', 250, 200],
  ['star', 199, 0],
  ['star', 200, 200],
  ['star', 333, 333],
  ['bse', 99, 0],
  ['bse', 101, 101],
])('on %s %d shares are bought as %d', (board, shares, expected) => {
  expect(roundToLot(board, shares)).toBe(expected);
});

describe('an order', () => {
  const limits = { cash: 10_000, price: 9.9, cost: 0.001, amount: 1e9, largestShare: 0.05 };

  it('leaves room for its costs', () => {
    expect(sizeOrder('main', limits)).toBe(1000);
    expect(sizeOrder('main', { ...limits, cash: 9900 })).toBe(900);
    expect(sizeOrder('star', { ...limits, cash: 9900 })).toBe(999);
  });

  it('takes no more than its share of the day', () => {
    expect(sizeOrder('main', { ...limits, amount: 100_000 })).toBe(500);
    expect(sizeOrder('main', { ...limits, amount: 10_000 })).toBe(0);
  });

  it('never costs more than the cash', () => {
    const board = fc.constantFrom<Board>('main', 'chinext', 'star', 'bse');
    const money = fc.double({ min: 0, max: 1e7, noNaN: true });
    const price = fc.integer({ min: 1, max: 300_000 }).map((fen) => fen / 100);
    fc.assert(
      fc.property(board, money, price, fc.double({ min: 0, max: 0.01, noNaN: true }), (on, cash, each, cost) => {
        const shares = sizeOrder(on, { ...limits, cash, price: each, cost });
        expect(shares * each * (1 + cost)).toBeLessThanOrEqual(cash * (1 + 1e-12));
      }),
    );
  });
});
