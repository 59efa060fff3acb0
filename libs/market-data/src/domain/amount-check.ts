import type { Bar } from './bar';

/** Prices have two decimals, amounts are rounded to a thousand yuan by some vendors and to 24 bits by others. */
const ROUNDING_YUAN = 0.01;
const ROUNDING_SHARE = 0.002;

/** From this part of a file's bars on its numbers are doubted. */
const DOUBTED = 0.05;
/** From this part on, off by the same power of ten, the file is in other units. */
const OTHER_UNITS = 0.8;
/** A bar alone proves nothing, whatever part of the file it is. */
const LEAST_BARS = 2;
/** How far from a whole power of ten: 10^0.12 is 1.3. */
const NEAR_POWER = 0.12;

/** Why a unit mix-up shifts the mean price by so many powers of ten. */
const CAUSES: Readonly<Record<number, string>> = {
  2: 'volumes are in lots of 100 shares where shares are expected',
  [-2]: 'volumes are in shares where lots of 100 are expected',
  3: 'amounts are in yuan where thousands of yuan are expected',
  [-3]: 'amounts are in thousands of yuan where yuan are expected',
  4: 'amounts are in yuan where ten thousands are expected',
  [-4]: 'amounts are in ten thousands of yuan where yuan are expected',
};

export interface AmountVerdict {
  refused: boolean;
  /** What part of the bars does not fit, and the likely cause. */
  reason: string;
}

/**
 * Compares the mean price of a file's bars, amount over volume, with their low and high: prices as traded lie around it. A file
 * is judged by the part of its bars that do not fit, never by one bar.
 */
export class AmountCheck {
  private judged = 0;
  private outside = 0;
  /** Bars outside by the power of ten that they are off by; those off by none are adjusted prices. */
  private readonly powers = new Map<number, number>();

  add({ low, high, close, amount, volume }: Bar): void {
    if (amount === null || amount <= 0) return;
    this.judged += 1;
    const mean = amount / volume;
    const slack = ROUNDING_YUAN + mean * ROUNDING_SHARE;
    if (mean >= low - slack && mean <= high + slack) return;
    this.outside += 1;
    const exact = Math.log10(mean / close);
    const power = Math.round(exact);
    if (power === 0 || Math.abs(exact - power) > NEAR_POWER) return;
    this.powers.set(power, (this.powers.get(power) ?? 0) + 1);
  }

  /** Undefined where the file is well. */
  verdict(): AmountVerdict | undefined {
    const { judged, outside } = this;
    if (outside < LEAST_BARS || outside < judged * DOUBTED) return undefined;
    const [power, bars] = [...this.powers].sort(([, one], [, other]) => other - one)[0] ?? [0, 0];
    if (bars >= LEAST_BARS && bars >= judged * OTHER_UNITS) {
      const cause = CAUSES[power] ?? `volume or amount is in a unit 10^${power} off`;
      return {
        refused: true,
        reason: `amount over volume is about 10^${power} times the price on ${part(bars, judged)}: ${cause}`,
      };
    }
    const cause =
      bars * 2 > outside ? (CAUSES[power] ?? 'units differ') : 'prices are probably adjusted, not as traded';
    return {
      refused: false,
      reason: `amount over volume lies outside of low to high on ${part(outside, judged)}: ${cause}`,
    };
  }
}

function part(bars: number, judged: number): string {
  return `${bars} of ${judged} bars (${Math.round((bars / judged) * 100)} %)`;
}
