import { calendarDayOf } from '#lib/kernel';
import { evaluateProbe } from './probe';
import type { QuoteBar } from './quote-bodies';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'].map(calendarDayOf);
const VOLUME = 56_789_012;

const bars = (sharesPerUnit = 1): QuoteBar[] =>
  DAYS.map((day, at) => {
    const close = 8 + at;
    const volume = Math.fround(VOLUME / sharesPerUnit);
    return { day, open: close, high: close, low: close, close, volume, amount: VOLUME * close };
  });
const stored = () => DAYS.map((day, at) => ({ day, close: 8 + at, volume: VOLUME })).reverse();

describe('the probe of a quote server', () => {
  it('passes with the bars of the store, in shares or in lots', () => {
    const [, , newest] = bars();
    expect(evaluateProbe(bars(), stored())).toEqual({ sharesPerUnit: 1, newest, compared: 3 });
    expect(evaluateProbe(bars(100), stored())).toMatchObject({ sharesPerUnit: 100, compared: 3 });
  });

  it('passes without a store, and with newer bars than the store has', () => {
    expect(evaluateProbe(bars(), [])).toMatchObject({ compared: 0 });
    expect(evaluateProbe(bars(), stored().slice(1))).toMatchObject({ compared: 2 });
  });

  it.each([
    ['no bars', [], stored(), 'it has no bars'],
    ['older bars', bars().slice(0, 2), stored(), "its newest bar is of 2026-11-19, the store's of 2026-11-20"],
    [
      'another close',
      bars().map((bar) => ({ ...bar, close: 8 })),
      stored(),
      "its bar of 2026-11-19 is not the store's",
    ],
    [
      'other volumes',
      bars().map((bar) => ({ ...bar, volume: 1e6 })),
      stored(),
      "its bar of 2026-11-18 is not the store's",
    ],
  ])('fails with %s', (_what, seen, known, error) => {
    expect(evaluateProbe(seen, known)).toBe(error);
  });
});
