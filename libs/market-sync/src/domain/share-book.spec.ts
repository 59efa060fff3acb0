import { calendarDayOf } from '#lib/kernel';
import { bonusFactor, ShareBook } from './share-book';

const [MON, TUE, WED] = ['2026-11-16', '2026-11-17', '2026-11-18'].map(calendarDayOf) as [never, never, never];
const days = [
  { day: MON, close: 20, preClose: 20 },
  { day: TUE, close: 10, preClose: 10 },
  { day: WED, close: 11, preClose: 10 },
];
const snapshot = { code: '000001', from: WED, floatShares: 2000, totalShares: 4000, basis: 'snapshot' } as const;

describe('ShareBook', () => {
  it('takes the snapshot of the day, and carries it back over a bonus issue', () => {
    expect(new ShareBook([snapshot]).valueDays('000001', days, undefined, undefined)).toEqual([
      { floatShares: 1000, totalShares: null, source: 'carried_shares' },
      { floatShares: 2000, totalShares: null, source: 'carried_shares' },
      { floatShares: 2000, totalShares: 4000, source: 'snapshot' },
    ]);
  });

  it('prefers the records of the day', () => {
    const record = { ...snapshot, from: MON, floatShares: 900, basis: 'record' } as const;
    const valued = new ShareBook([snapshot, record]).valueDays('000001', days, undefined, undefined);
    expect(valued.map((one) => [one?.floatShares, one?.source])).toEqual([
      [900, 'share_records'],
      [900, 'share_records'],
      [900, 'share_records'],
    ]);
  });

  it('carries the shares of the day before on, over a bonus issue', () => {
    const earlier = { code: '000001', close: 20, preClose: 20, floatShares: 1000 };
    const valued = new ShareBook([]).valueDays('000001', days.slice(1), undefined, earlier);
    expect(valued.map((one) => one?.floatShares)).toEqual([2000, 2000]);
  });

  it('carries the shares of a stored later day back', () => {
    const later = { code: '000001', close: 12, preClose: 5.5, floatShares: 4000 };
    const valued = new ShareBook([]).valueDays('000001', days, later, undefined);
    expect(valued.map((one) => one?.floatShares)).toEqual([1000, 2000, 2000]);
  });

  it('knows nothing of a stock of which nobody told', () => {
    expect(new ShareBook([snapshot]).valueDays('600000', days, undefined, undefined)).toEqual([null, null, null]);
  });
});

it.each([
  ['a dividend', 10, 9.5, 1],
  ['10 for 10', 20, 10, 2],
  ['4 for 10 with a dividend', 14.2, 10, 1.4],
  ['3 for 10, rounded', 10.01, 7.7, 1.3],
  ['no previous close', 10, null, 1],
])('the factor of %s is found', (_what, close, preClose, factor) => {
  expect(bonusFactor(close, preClose)).toBe(factor);
});
