import { findFrom, findOnLast, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { type PlainBar, stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { repeat, sellingClimaxBars } from '../../../../test/support/inputs/screens/typical-bars';
import { sellingClimax } from './selling-climax';

const VOLUME = 1000;

/** ATR is 0.2 and the usual volume 1,000. */
const quiet = repeat(100);

/**
 * TR 2.5 = 12.5 ATR from the close before, CLV (8 − 7.5) / (8.5 − 7.5) = 0.5, RV 4, 20 % under the high close. Score
 * 4 × 12.5 × 0.5 = 25.
 */
const CLIMAX: PlainBar = { open: 8.4, high: 8.5, low: 7.5, close: 8, volume: 4 * VOLUME };

const found = (plain: readonly PlainBar[], changed = {}, stock = {}) =>
  findOnLast(sellingClimax, stockBarsOf(plain, stock), changed);
const climaxWith = (changed: Partial<PlainBar>, preset = {}, stock = {}) =>
  found([...quiet, { ...CLIMAX, ...changed }], preset, stock);
/** The state after some bars. */
const after = (...bars: PlainBar[]) => found([...quiet, CLIMAX, ...bars], { look_back: 60 })?.evidence['state'] ?? null;

it('a climax is found with what was measured', () => {
  const hit = found(sellingClimaxBars());
  expect(hit?.score).toBeCloseTo(25, 8);
  expect(hit?.evidence).toEqual({
    state: 'candidate',
    scDate: 1100,
    drawdownPct: expect.closeTo(-20, 8),
    volumeRatio: 4,
    trAtr: expect.closeTo(12.5, 8),
    clv: 0.5,
    daysDown: 1,
    amountYi: expect.closeTo(0.00032, 12),
    firedSameDay: null,
  });
});

describe('each condition just missed', () => {
  it('the fall', () => {
    expect(climaxWith({ close: 8.2, high: 8.9 })).not.toBeNull();
    expect(climaxWith({ close: 8.21, high: 8.9 })).toBeNull();
  });

  it('the volume', () => {
    expect(climaxWith({ volume: 2 * VOLUME })).not.toBeNull();
    expect(climaxWith({ volume: 2 * VOLUME - 1 })).toBeNull();
  });

  it('the position of the close', () => {
    expect(climaxWith({ close: 7.85 })?.evidence['clv']).toBeCloseTo(0.35, 8);
    expect(climaxWith({ close: 7.84 })).toBeNull();
  });

  it('the true range', () => {
    // Bars of 1.5625 make the true range of 2.5 exactly 1.6 of them.
    const wide = (height: number) => quiet.map((bar) => ({ ...bar, high: 10 + height / 2, low: 10 - height / 2 }));
    expect(found([...wide(1.5625), CLIMAX])).not.toBeNull();
    expect(found([...wide(1.57), CLIMAX])).toBeNull();
    const strict = { ...CLIMAX, close: 7.5, low: 7, high: 8 };
    // 3 from the close before.
    expect(found([...wide(1.5), strict], { preset: 'strict' })).not.toBeNull();
    expect(found([...wide(1.51), strict], { preset: 'strict' })).toBeNull();
    expect(found([...wide(1.923), CLIMAX], { preset: 'loose' })).not.toBeNull();
    expect(found([...wide(1.925), CLIMAX], { preset: 'loose' })).toBeNull();
  });

  it('the averages are those of 20 and 50 bars', () => {
    const loud = quiet.map((bar, at) => ({ ...bar, volume: at < 75 ? 3 * VOLUME : VOLUME }));
    expect(found([...loud, CLIMAX])?.evidence['volumeRatio']).toBe(2);
    const wideBefore = quiet.map((bar, at) => (at < 80 ? { ...bar, high: 20 } : bar));
    expect(found([...wideBefore, CLIMAX])?.evidence['trAtr']).toBeCloseTo(12.5, 8);
  });

  it('the new low is strictly below the 59 before', () => {
    const lowAt = (back: number, low: number) => quiet.map((bar, at) => (at === 100 - back ? { ...bar, low } : bar));
    expect(found([...lowAt(59, 7.51), CLIMAX])).not.toBeNull();
    expect(found([...lowAt(59, 7.5), CLIMAX])).toBeNull();
    // The same price, adjusted for a bonus issue.
    expect(found([...lowAt(59, 7.500000000000001), CLIMAX])).toBeNull();
    expect(found([...lowAt(60, 7), CLIMAX])).not.toBeNull();
  });

  it('presets', () => {
    const strict = { drop: { close: 7.5, low: 7, high: 8, volume: 3 * VOLUME } };
    expect(climaxWith(strict.drop, { preset: 'strict' })).not.toBeNull();
    expect(climaxWith({ ...strict.drop, volume: 3 * VOLUME - 1 }, { preset: 'strict' })).toBeNull();
    expect(climaxWith({ ...strict.drop, close: 7.51, high: 8.02 }, { preset: 'strict' })).toBeNull();
    expect(climaxWith({ ...strict.drop, close: 7.49 }, { preset: 'strict' })).toBeNull();
    expect(climaxWith({ close: 8.8, high: 9, volume: 1.6 * VOLUME }, { preset: 'loose' })).not.toBeNull();
    expect(climaxWith({ close: 8.81, high: 9, volume: 1.6 * VOLUME }, { preset: 'loose' })).toBeNull();
    expect(climaxWith({ close: 7.8 }, { preset: 'loose' })).not.toBeNull();
    expect(climaxWith({ close: 7.79 }, { preset: 'loose' })).toBeNull();
  });

  it('boards that move more must fall more', () => {
    // 18 % × 1.4 = 25.2 %.
    expect(climaxWith({ close: 7.48, low: 7, high: 8 }, {}, { board: 'star' })).not.toBeNull();
    expect(climaxWith({ close: 7.49, low: 7, high: 8 }, {}, { board: 'star' })).toBeNull();
    expect(climaxWith({ close: 7.84, low: 7, high: 8 }, {}, { board: 'chinext' })).not.toBeNull();
    expect(climaxWith({ close: 7.85, low: 7, high: 8 }, {}, { board: 'bse' })).toBeNull();
  });

  it('history', () => {
    expect(found([...quiet.slice(-59), CLIMAX])).not.toBeNull();
    expect(found([...quiet.slice(-58), CLIMAX])).toBeNull();
    expect(climaxWith({ volume: NaN })).toBeNull();
    expect(found([...quiet.map((bar) => ({ ...bar, volume: 0 })), CLIMAX])).toBeNull();
  });
});

describe('locked bars', () => {
  const locked = { open: 10, high: 10, low: 10, close: 10 };

  it('are never a climax', () => {
    // Loose asks for a close at 0.3 of the bar, and a locked bar counts as closed in its middle.
    const fall = { open: 8, high: 8, low: 8, close: 8, volume: 4 * VOLUME };
    expect(climaxWith(fall, { preset: 'loose' })).toBeNull();
    expect(climaxWith({ ...fall, low: 7.99 }, { preset: 'loose' })).not.toBeNull();
  });

  it('stay out of the averages, and in the windows', () => {
    const some = (count: number, bar: PlainBar) => quiet.map((each, at) => (at >= 50 && at < 50 + count ? bar : each));
    // The 50 unlocked bars are among the 100 before; with 51 locked they are not.
    const mixed = some(50, { ...locked, volume: 100 * VOLUME });
    expect(found([...mixed.slice(0, 30), ...quiet.slice(0, 20), ...mixed.slice(50), CLIMAX])).toBeNull();
    const tail = [...quiet.slice(0, 60), ...Array.from({ length: 40 }, (_, at) => (at % 2 ? quiet[0] : locked))];
    const hit = found([...tail.map((bar) => bar ?? locked), CLIMAX]);
    expect(hit?.evidence['volumeRatio']).toBe(4);
    expect(hit?.evidence['trAtr']).toBeCloseTo(12.5, 8);
    // A locked bar with a lower low.
    const lower = quiet.map((bar, at) => (at === 80 ? { open: 7.4, high: 7.4, low: 7.4, close: 7.4 } : bar));
    expect(found([...lower, CLIMAX])).toBeNull();
  });
});

describe('what comes after', () => {
  const rise = (high: number): PlainBar => ({ open: 8, high, low: 8, close: high - 0.1, volume: VOLUME });
  /** 7.9 is 0.4 over the low: two ATR; 6 % are 0.45. */
  const back: PlainBar = { open: 7.9, high: 7.95, low: 7.75, close: 7.85, volume: VOLUME };

  it('a rally of 2 ATR and 6 %, then 1 ATR back', () => {
    expect(after(rise(8.5))).toBe('candidate');
    expect(after(rise(8.5), back)).toBe('ar');
    // 7.95 = 7.5 + 6 %; 0.2 back is 7.75.
    const slow = { open: 7.9, high: 7.95, low: 7.8, close: 7.9 };
    expect(after(slow, { ...back, high: 7.9 })).toBe('ar');
    expect(after({ ...slow, high: 7.94 }, { ...back, low: 7.7, high: 7.9 })).toBe('candidate');
    expect(after(slow, { ...back, high: 7.9, low: 7.76 })).toBe('candidate');
  });

  it('on a board that moves more the rally is longer', () => {
    // 18 % x 1.4 asks for a close of 7.48; the rally for 8.4 % of 7 = 0.588.
    const star = (high: number) =>
      found(
        [...quiet, { ...CLIMAX, low: 7, close: 7.48, high: 8 }, { ...rise(high), low: 7.3 }, { ...back, low: 7.2 }],
        { look_back: 9 },
        { board: 'star' },
      );
    expect(star(7.59)?.evidence['state']).toBe('ar');
    expect(star(7.58)?.evidence['state']).toBe('candidate');
  });

  it('comes within 25 bars', () => {
    const flat: PlainBar = { open: 7.9, high: 7.92, low: 7.85, close: 7.9 };
    const quietDays = Array.from({ length: 23 }, () => flat);
    expect(after(...quietDays, rise(8.5), back)).toBe('ar');
    expect(after(...quietDays, flat, rise(8.5), back)).toBe('candidate');
  });

  it('a test of the low on less volume and range', () => {
    // S = 7.5, H = 1, so the low is in 7.44 to 7.75; volume at most 2,400; range at most 1.75.
    const test: PlainBar = { open: 7.8, high: 7.9, low: 7.5, close: 7.8, volume: 2.4 * VOLUME };
    const tested = (changed: Partial<PlainBar>) => after(rise(8.5), back, { ...test, ...changed });
    expect(tested({})).toBe('st');
    expect(tested({ volume: 2.4 * VOLUME + 1 })).toBe('ar');
    expect(tested({ low: 7.44 })).toBe('st');
    expect(tested({ low: 7.43 })).toBe('ar');
    expect(tested({ low: 7.75, close: 7.85 })).toBe('st');
    expect(tested({ low: 7.76, close: 7.85 })).toBe('ar');
    expect(tested({ close: 7.66 })).toBe('st');
    expect(tested({ close: 7.65 })).toBe('ar');
    expect(tested({ high: 9.25, close: 8.9 })).toBe('st');
    expect(tested({ high: 9.26, close: 8.9 })).toBe('ar');
    expect(tested({ open: 7.7, high: 7.7, low: 7.7, close: 7.7 })).toBe('ar');
  });

  it('a close half an ATR under the low fails for good', () => {
    const fall = (close: number): PlainBar => ({ open: 7.5, high: 7.6, low: close, close });
    expect(after(fall(7.4))).toBe('candidate');
    expect(after(fall(7.39))).toBe('failed');
    expect(after(fall(7.39), rise(8.5), back)).toBe('failed');
    expect(after(rise(8.5), back, fall(7.39))).toBe('failed');
  });

  it('ends with its 60th bar', () => {
    const flat = Array.from({ length: 59 }, (): PlainBar => ({ open: 7.9, high: 7.92, low: 7.85, close: 7.9 }));
    expect(after(...flat.slice(1))).toBe('candidate');
    expect(after(...flat)).toBe('expired');
    expect(after(...flat, ...flat.slice(0, 1))).toBeNull();
  });

  it('only as far back as asked, and of the newest one', () => {
    const bars = [...quiet, CLIMAX, back, back];
    expect(found(bars, { look_back: 3 })?.evidence['scDate']).toBe(1100);
    expect(found(bars, { look_back: 2 })).toBeNull();
    const again = { open: 7.6, high: 7.7, low: 7, close: 7.5, volume: 5 * VOLUME };
    expect(found([...bars, again], { look_back: 9 })?.evidence).toMatchObject({ scDate: 1103, state: 'candidate' });
    const sweep = findFrom(sellingClimax, stockBarsOf([...bars, again]), 0, valuesOf(sellingClimax, { look_back: 2 }));
    expect([...sweep].map(([at, { evidence }]) => [at, evidence['scDate']])).toEqual([
      [100, 1100],
      [101, 1100],
      [103, 1103],
    ]);
  });
});

it('rank counts what fired on the same day', () => {
  const candidate = (code: string, score: number, scDate: number) => ({
    code,
    score,
    evidence: { scDate, firedSameDay: null },
  });
  const ranked = sellingClimax.rank?.(
    [candidate('600003', 1, 7), candidate('600002', 2, 8), candidate('600001', 2, 7)],
    valuesOf(sellingClimax),
  );
  expect(ranked?.map(({ code, evidence }) => [code, evidence['firedSameDay']])).toEqual([
    ['600001', 2],
    ['600002', 1],
    ['600003', 2],
  ]);
});
