import { calendarDayOf } from '#lib/kernel';
import { type ExRightCase, findReferencePrice, findReferencePrices } from './reference-price';

const exRight = (values: Partial<ExRightCase> = {}): ExRightCase => ({
  ...{ code: '000001', exDate: calendarDayOf('2026-06-10'), cash: 0, rightsPrice: 0, bonus: 0, rights: 0 },
  ...{ day: calendarDayOf('2026-06-10'), preClose: 10, lastDay: calendarDayOf('2026-06-09'), lastClose: 10 },
  ...values,
});

describe('the reference price of an ex-day', () => {
  it.each([
    ['a dividend of 3.5 yuan for 10 shares', 11.5, [{ cash: 3.5 }], 11.15],
    ['10 new shares for 10', 20, [{ bonus: 10 }], 10],
    ['5 new ones and a dividend', 11.5, [{ cash: 3.5, bonus: 5 }], 7.43],
    ['rights: 3 for 10 at 5 yuan', 10, [{ rightsPrice: 5, rights: 3 }], 8.85],
    ['half a fen, rounded up', 10.01, [{ bonus: 10 }], 5.01],
    ['two ex-days in one suspension', 20, [{ bonus: 10 }, { cash: 1 }], 9.9],
  ] as const)('is the last close less %s', (_what, close, exRights, reference) => {
    expect(findReferencePrice(close, exRights.map(exRight))).toBe(reference);
  });

  it('is one for all ex-rights between two bars, and none over a hole or below zero', () => {
    const whole = () => true;
    const twice = [exRight({ bonus: 10 }), exRight({ exDate: calendarDayOf('2026-06-11'), cash: 1 })];
    const { code, day, preClose } = exRight();
    expect(findReferencePrices(twice, whole)).toEqual([{ code, day, preClose, reference: 4.9 }]);
    expect(findReferencePrices(twice, () => false)).toEqual([]);
    expect(findReferencePrices([exRight({ cash: 100 })], whole)).toEqual([]);
  });
});
