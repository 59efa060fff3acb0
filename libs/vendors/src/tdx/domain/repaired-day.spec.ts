import { calendarDayOf } from '#lib/kernel';
import type { QuoteBar } from './quote-bodies';
import { findRepairedRow, type StockAroundDay } from './repaired-day';

const [BEFORE, DAY, AFTER] = ['2026-11-04', '2026-11-05', '2026-11-06'].map(calendarDayOf) as [
  ReturnType<typeof calendarDayOf>,
  ReturnType<typeof calendarDayOf>,
  ReturnType<typeof calendarDayOf>,
];
const bar = (day: typeof DAY, close: number): QuoteBar => ({
  ...{ day, open: close, high: close, low: close, close, volume: 1000, amount: 1000 * close },
});
const stock = (change: Partial<StockAroundDay> = {}): StockAroundDay => ({
  ...({ code: '600000', exchange: 'SSE', board: 'main', name: '浦发银行', isSt: false } as const),
  before: { day: BEFORE, isListed: true, close: 10 },
  after: { day: AFTER, isListed: true, close: 12 },
  previousClose: null,
  ...change,
});
const BARS = [bar(BEFORE, 10), bar(DAY, 11), bar(AFTER, 12)];

describe('a stock on a repaired day', () => {
  it('has the bar of the quote server, with the previous close that is known', () => {
    expect(findRepairedRow(DAY, stock({ previousClose: 9.5 }), BARS)).toMatchObject({
      ...{ code: '600000', tradeDate: DAY, name: null, shortName: '浦发银行' },
      bar: [11, 11, 11, 11, 9.5, 1000, 11_000],
    });
  });

  const suspended = (day: typeof DAY) => ({ day, isListed: true, close: null });
  const unlisted = (day: typeof DAY) => ({ day, isListed: false, close: null });
  it.each([
    ['suspended without a bar between two that are there', stock(), [bar(BEFORE, 10), bar(AFTER, 12)], { bar: null }],
    [
      'suspended between two suspensions',
      stock({ before: suspended(BEFORE), after: suspended(AFTER) }),
      [],
      { bar: null },
    ],
    ['not listed before its first day', stock({ before: unlisted(BEFORE) }), [bar(AFTER, 12)], 'not_listed'],
    ['listed on its first day', stock({ before: unlisted(BEFORE) }), BARS.slice(1), { code: '600000' }],
    ['unknown if the server has no bars of it any more', stock(), [], 'unknown'],
    ['unknown if the server has another close', stock(), [bar(BEFORE, 10.01), bar(AFTER, 12)], 'unknown'],
  ])('is %s', (_what, around, bars, expected) => {
    const row = findRepairedRow(DAY, around, bars);
    if (typeof expected === 'string') expect(row).toBe(expected);
    else expect(row).toMatchObject(expected);
  });
});
