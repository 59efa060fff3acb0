import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { findShareFactor, type ShareJumpCase } from './share-change';
import { vendorShareFactor } from './vendor-share-change';

const SHARES = 1e9;

/** A day after a close of 20 yuan, with turnovers as a vendor of `digits` decimals prints them. */
function day(change: Partial<ShareJumpCase> & { grew?: number; digits?: number; turnover?: number }): ShareJumpCase {
  const { grew = 1, digits = 2, turnover = 1.5, ...rest } = change;
  const witness = (shares: number, close: number) => ({
    volume: Math.round((shares * turnover) / 100),
    turnoverPct: Number(turnover.toFixed(digits)),
    close,
    circMarketCap: null,
  });
  const open = rest.open ?? 20;
  return {
    board: 'main',
    tradeDate: calendarDayOf('2024-06-12'),
    open,
    high: open * 1.02,
    low: open * 0.98,
    preClose: null,
    isSt: null,
    lastClose: 20,
    bar: witness(SHARES * grew, open),
    lastBar: witness(SHARES, 20),
    ...rest,
  };
}

describe('a bonus issue', () => {
  it.each([
    ['10 for 10, seen as a gap', { grew: 2, open: 10 }, 2],
    ['4 for 10 with a dividend', { grew: 1.4, open: 14 }, 1.4],
    ['1 for 10, within the limits', { grew: 1.1, open: 18.2 }, 1.1],
    ['2 for 10 on a 20 % board', { grew: 1.2, open: 16.7, board: 'chinext' as const }, 1.2],
    ['4 for 10 less treasury shares', { grew: 1.389, open: 14.4 }, 1.389],
    ['told by the ex-right close', { grew: 1.4, open: 14.2, preClose: 14.1, digits: 6 }, 1.4],
    ['small, told by the ex-right close', { grew: 1.05, open: 19, preClose: 19.05, digits: 6 }, 1.05],
    ['with a large dividend, told', { grew: 1.5, open: 11.6, preClose: 11.63, digits: 6 }, 1.5],
  ])('is inferred: %s', (_name, change, factor) => {
    expect(findShareFactor(day(change))).toBeCloseTo(factor, 2);
  });

  it('is not inferred', () => {
    // Locked shares freed, at the same price, and on a bad day.
    expect(findShareFactor(day({ grew: 1.4 }))).toBeUndefined();
    expect(findShareFactor(day({ grew: 1.44, open: 18.5 }))).toBeUndefined();
    expect(findShareFactor(day({ grew: 1.2, open: 19.4 }))).toBeUndefined();
    // A fall without new shares; a cash dividend.
    expect(findShareFactor(day({ open: 14, low: 13, high: 15 }))).toBeUndefined();
    expect(findShareFactor(day({ open: 19, preClose: 19, digits: 6 }))).toBeUndefined();
    // A rights issue at 15: three for ten, and paid for.
    expect(findShareFactor(day({ grew: 1.3, open: 18.8, preClose: 18.85, digits: 6 }))).toBeUndefined();
    // Freed shares on the day of a dividend; a previous close that says no ex-right.
    expect(findShareFactor(day({ grew: 1.3, open: 19.5, preClose: 19.5, digits: 6 }))).toBeUndefined();
    expect(findShareFactor(day({ grew: 1.3, open: 15, preClose: 20, digits: 6 }))).toBeUndefined();
    // The float doubles, the price does not fall as far, and nothing of both fits.
    expect(findShareFactor(day({ grew: 3, open: 15, low: 14.8, high: 15.2 }))).toBeUndefined();
    // Nobody tells the shares.
    const silent = { volume: 1e6, turnoverPct: null, close: 10, circMarketCap: null };
    expect(findShareFactor(day({ grew: 2, open: 10, bar: silent }))).toBeUndefined();
  });

  it('is inferred from market caps if there is no turnover', () => {
    const cap = (shares: number, close: number) => ({
      volume: 1e7,
      turnoverPct: null,
      close,
      circMarketCap: shares * close,
    });
    const change = { bar: cap(1.4e9, 14.2), lastBar: cap(1e9, 20) };
    expect(findShareFactor(day({ open: 14.2, ...change }))).toBe(1.4);
    expect(findShareFactor(day({ open: 14.2, preClose: 14.29, ...change }))).toBe(1.4);
  });

  it('is found for any ratio, and not found if nothing was issued', () => {
    const turnover = fc.double({ min: 0.6, max: 12, noNaN: true });
    const drift = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 13, max: 30 }), turnover, drift, (tenths, traded, moved) => {
        const open = Math.round((20 / (tenths / 10)) * (1 + moved) * 100) / 100;
        const change = { turnover: traded, open, low: open, high: open };
        expect(findShareFactor(day({ ...change, grew: tenths / 10 }))).toBe(tenths / 10);
        expect(findShareFactor(day({ ...change, open: 20 * (1 + moved), low: 19, high: 21 }))).toBeUndefined();
      }),
    );
  });
});

it.each([
  ['a conversion', { ratio: 1.4, before: 1e9, after: 1.4e9 }, 1.4],
  ['one with a dividend', { ratio: 1.55, before: 1e9, after: 1.5e9 }, 1.5],
  ['a cash dividend', { ratio: 1.02, before: 1e9, after: 1e9 }, undefined],
  ['a rights issue', { ratio: 1.06, before: 1e9, after: 1.3e9 }, undefined],
  ['a buy-back', { ratio: 1.02, before: 1e9, after: 0.99e9 }, undefined],
])("a share change has the vendor's factor of %s", (_name, known, factor) => {
  expect(vendorShareFactor(known)).toBe(factor);
});
