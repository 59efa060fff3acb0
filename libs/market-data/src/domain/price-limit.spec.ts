import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { toFen, isUnreformedName, limitPercent, type PriceLimitCase, findPriceLimit } from './price-limit';

const plain: PriceLimitCase = {
  board: 'main',
  tradeDate: calendarDayOf('2024-05-06'),
  preCloseFen: 1000,
  isSt: false,
  tradingDayNo: null,
};

describe('price limits', () => {
  it.each([
    ['main', '2024-05-06', false, 10],
    ['main', '2026-07-03', true, 5],
    ['main', '2026-07-06', true, 10],
    ['chinext', '2020-08-21', false, 10],
    ['chinext', '2020-08-24', true, 20],
    ['star', '2019-07-22', true, 20],
    ['bse', '2021-11-15', false, 30],
  ] as const)('of %s on %s, ST %s, are %d %%', (board, day, isSt, percent) => {
    expect(limitPercent({ board, tradeDate: calendarDayOf(day), isSt })).toBe(percent);
  });

  // Real prices whose product ends on half a fen; binary fractions round some of them down.
  it.each([
    [435, 479, 392],
    [1145, 1260, 1031],
    [1005, 1106, 905],
    [265, 292, 239],
  ])('are rounded half up in fen: %d gives %d and %d', (preCloseFen, upFen, downFen) => {
    expect(findPriceLimit({ ...plain, preCloseFen })).toEqual({ upFen, downFen });
  });

  // 920000 and 920001 by the exchange's table of 2026-09-11; 830946 closed 2021-12-29 locked at 14.49.
  it.each([
    [1389, 1805, 973],
    [1115, 1449, 781],
    [1000, 1300, 700],
  ])('keep Beijing within its band: %d gives %d and %d', (preCloseFen, upFen, downFen) => {
    expect(findPriceLimit({ ...plain, board: 'bse', preCloseFen })).toEqual({ upFen, downFen });
  });

  it.each([
    ['2007-01-05', 10],
    ['2007-01-08', 5],
    ['2026-09-11', 5],
  ])('of an S share on %s are %d %%', (day, percent) => {
    expect(limitPercent({ board: 'main', tradeDate: calendarDayOf(day), isSt: false, isUnreformed: true })).toBe(
      percent,
    );
  });

  it('recognize an S share by its name', () => {
    const names = ['S佳通', 'Ｓ上石化', 'SST重实', 'S*ST前锋', 'ST大集', '*ST海润', '平安银行', '三一重工'];
    expect(names.filter(isUnreformedName)).toEqual(['S佳通', 'Ｓ上石化', 'SST重实', 'S*ST前锋']);
  });

  it('leave a tick of room if the band is narrower', () => {
    expect(findPriceLimit({ ...plain, preCloseFen: 4 })).toEqual({ upFen: 5, downFen: 3 });
    expect(findPriceLimit({ ...plain, preCloseFen: 1 })).toEqual({ upFen: 2, downFen: 1 });
  });

  it.each([
    ['main', '2023-04-10', 1, null],
    ['main', '2023-04-14', 5, null],
    ['main', '2023-04-17', 6, { upFen: 1100, downFen: 900 }],
    ['main', '2023-04-10', 2, { upFen: 1100, downFen: 900 }],
    ['main', '2021-03-30', 1, { upFen: 1440, downFen: 640 }],
    ['main', '2021-03-31', 2, { upFen: 1100, downFen: 900 }],
    ['main', '2012-03-01', 1, null],
    ['chinext', '2020-08-24', 1, null],
    ['chinext', '2020-08-21', 1, { upFen: 1440, downFen: 640 }],
    ['chinext', '2020-08-25', 4, { upFen: 1200, downFen: 800 }],
    ['star', '2019-07-26', 5, null],
    ['star', '2019-07-29', 6, { upFen: 1200, downFen: 800 }],
    ['bse', '2022-01-05', 1, null],
    ['bse', '2022-01-06', 2, { upFen: 1300, downFen: 700 }],
  ] as const)('of %s on %s, day %d after listing, follow the rules for listings', (board, day, tradingDayNo, limit) => {
    expect(findPriceLimit({ ...plain, board, tradeDate: calendarDayOf(day), tradingDayNo })).toEqual(limit);
  });

  it('are none before December 1996', () => {
    expect(findPriceLimit({ ...plain, tradeDate: calendarDayOf('1996-12-13') })).toBeNull();
    expect(findPriceLimit({ ...plain, tradeDate: calendarDayOf('1996-12-16') })).toEqual({ upFen: 1100, downFen: 900 });
  });

  it('are the exact product rounded half up, for any price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 100_000_000 }), (preCloseFen) => {
        const product = BigInt(preCloseFen) * 110n;
        const half = Number(product / 100n) + (product % 100n >= 50n ? 1 : 0);
        expect(findPriceLimit({ ...plain, preCloseFen })?.upFen).toBe(Math.max(half, preCloseFen + 1));
      }),
    );
  });

  it('are the widest prices within the band of Beijing, for any price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 100_000_000 }), (preCloseFen) => {
        const limit = findPriceLimit({ ...plain, board: 'bse', preCloseFen });
        expect(limit?.upFen).toBe(Math.max(Number((BigInt(preCloseFen) * 130n) / 100n), preCloseFen + 1));
        expect(limit?.downFen).toBe(Number((BigInt(preCloseFen) * 70n + 99n) / 100n));
      }),
    );
  });

  it('are read in fen from a price that binary fractions cannot represent', () => {
    expect([toFen(4.35), toFen(1.005 + 0.01), toFen(19.99)]).toEqual(
      [435, 102, 1999].map((fen, at) => (at === 1 ? 101 : fen)),
    );
  });
});
