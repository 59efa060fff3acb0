import type { PlainBars } from './plain-bars';

/**
 * Rules once more, as somebody would write them who knows only their descriptions: plain loops over the newest bars, the day
 * last. `null`: so close to a limit that rounding decides.
 */
type PlainRule = (bars: PlainBars) => boolean | null;

export interface CheckedRule {
  /** Bars that the rule reads. */
  readonly bars: number;
  readonly fits: PlainRule;
}

const NEAR = 1e-7;

/** `value` over `limit`; null where they are the same but for rounding. */
function over(value: number, limit: number, scale = Math.abs(limit)): boolean | null {
  if (Number.isNaN(value) || Number.isNaN(limit)) return false;
  return Math.abs(value - limit) <= NEAR * scale ? null : value > limit;
}

/** `value >= limit`: the same price counts; null where only an adjustment may have made them so. */
function atLeast(value: number, limit: number): boolean | null {
  return value === limit ? true : over(value, limit);
}

/** All of them; null where it hangs on one that is undecided. */
function all(...conditions: (boolean | null)[]): boolean | null {
  if (conditions.includes(false)) return false;
  return conditions.includes(null) ? null : true;
}

function any(...conditions: (boolean | null)[]): boolean | null {
  if (conditions.includes(true)) return true;
  return conditions.includes(null) ? null : false;
}

const not = (condition: boolean | null): boolean | null => (condition === null ? null : !condition);

/** The mean of `count` values, the last of which is `back` from the end; NaN without so many. */
function mean(values: readonly number[], count: number, back = 0): number {
  const end = values.length - back;
  return end < count ? NaN : values.slice(end - count, end).reduce((sum, value) => sum + value, 0) / count;
}

function last(values: readonly number[], back = 0): number {
  return values.at(-1 - back) ?? NaN;
}

/** Exponential means from the first value on, as TongDaXin has them. */
function exponential(values: readonly number[], count: number): number[] {
  let now = values[0] ?? NaN;
  return values.map((value) => (now = now + (2 / (count + 1)) * (value - now)));
}

/** Percent against the close before, in fen as the exchange has its reference price. */
function change({ close }: PlainBars): number {
  const reference = Math.round(last(close, 1) * 100 + 1e-7) / 100;
  return (last(close) / reference - 1) * 100;
}

function crossesOver(fast: readonly number[], slow: readonly number[], scale: number): boolean | null {
  return all(over(last(fast), last(slow), scale), not(over(last(fast, 1), last(slow, 1), scale)));
}

/** Built-in screens with their default parameters. */
export const PLAIN_SCREENS: Readonly<Record<string, CheckedRule>> = {
  vol_breakout: {
    bars: 6,
    fits: (bars) =>
      all(
        over(change(bars), 2),
        last(bars.close) >= last(bars.open),
        last(bars.amount) >= 2e8,
        over(last(bars.volume), 2 * mean(bars.volume, 5, 1)),
      ),
  },
  turtle: {
    bars: 60,
    fits: ({ open, high, close, amount }) => {
      if (close.length < 21) return false;
      const before = Math.max(...high.slice(-21, -1));
      const highest = close.length < 60 ? false : atLeast(last(close), Math.max(...close));
      return any(highest, all(over(last(close), before), last(amount) > 1e8, last(close) > last(open)));
    },
  },
  ma_volume: {
    bars: 21,
    fits: ({ close, volume }) =>
      all(
        over(last(volume), 1.5 * mean(volume, 20)),
        over(mean(close, 5), mean(close, 20)),
        not(over(mean(close, 5, 1), mean(close, 20, 1))),
        close.length > 20,
      ),
  },
};

/** Formulas by their text. */
export const PLAIN_FORMULAS: Readonly<Record<string, CheckedRule>> = {
  'M20:MA(C,20); HIT:C>M20 AND V>2*MA(V,5);': {
    bars: 20,
    fits: ({ close, volume }) => all(over(last(close), mean(close, 20)), over(last(volume), 2 * mean(volume, 5))),
  },
  'HIT:L<=LLV(L,60) AND C>O AND C>REF(C,1);': {
    bars: 60,
    fits: ({ open, low, close }) =>
      all(
        low.length >= 60,
        atLeast(Math.min(...low), last(low)),
        last(close) > last(open),
        over(last(close), last(close, 1)),
      ),
  },
  'HIT:CROSS(MACD.DIF(12,26,9),MACD.DEA(12,26,9)) AND MACD.DIF(12,26,9)<0;': {
    bars: 270,
    fits: ({ close }) => {
      const slow = exponential(close, 26);
      const difference = exponential(close, 12).map((fast, index) => fast - (slow[index] ?? NaN));
      const price = last(close);
      return all(crossesOver(difference, exponential(difference, 9), price), over(0, last(difference), price));
    },
  },
};
