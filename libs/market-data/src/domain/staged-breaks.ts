import type { Bar } from './bar';

/** What is kept of a stock's last bar. */
export type LastBar = Pick<Bar, 'day' | 'close' | 'volume' | 'turnoverPct' | 'circMarketCap'>;

/** A staged bar between which and the one before there may be a price break or a bonus issue. */
export interface BreakCandidate {
  bar: Bar;
  last: LastBar;
}

/** The lowest limits of a day; what stays within them is no gap on any board. */
export const LOWEST_BAND = { st: 0.05, others: 0.1 };
/** Limit prices are rounded to a fen: half of one more, and half of one less but for the binary fraction. */
export const ROUNDING = { up: 0.0049, down: 0.0048 };
/** A bonus issue that no previous close tells of opens below this part of the last close: 10 new shares for 100 do so just. */
export const OPENS_LOWER = 0.954;
/** And the circulating shares grew by this factor at least, where neither turnover is rounded in its favour. */
export const SHARES_GREW = 1.03;
/** Previous closes that differ by less are the same price. */
export const SAME_PRICE = 0.004;

/**
 * Watches the bars on their way into the staging table for what may be a price break, which costs next to nothing: to find
 * the same in the table afterwards, two million bars must be sorted. It knows only what comes oldest first, stock by
 * stock or day by day; else {@link candidates} has no answer.
 */
export class StagedBreaks {
  private readonly last = new Map<string, LastBar>();
  private readonly found: BreakCandidate[] = [];
  private inOrder = true;

  add(bar: Bar): void {
    const before = this.last.get(bar.code);
    if (before === undefined) {
      const { day, close, volume, turnoverPct, circMarketCap } = bar;
      this.last.set(bar.code, { day, close, volume, turnoverPct, circMarketCap });
      return;
    }
    if (bar.day <= before.day) this.inOrder = false;
    if (mayBreak(bar, before.close) || mayDivide(bar, before)) {
      this.found.push({ bar: { ...bar }, last: { ...before } });
    }
    before.day = bar.day;
    before.close = bar.close;
    before.volume = bar.volume;
    before.turnoverPct = bar.turnoverPct;
    before.circMarketCap = bar.circMarketCap;
  }

  /** Some of the bars were taken out again. */
  forget(): void {
    this.inOrder = false;
  }

  /** Undefined where the order, or a refused file, leaves it unknown what was the bar before. */
  candidates(): readonly BreakCandidate[] | undefined {
    return this.inOrder ? this.found : undefined;
  }
}

function mayBreak({ preClose, isSt, high, low }: Bar, lastClose: number): boolean {
  if (preClose !== null) return Math.abs(preClose - lastClose) > SAME_PRICE;
  const band = isSt === true ? LOWEST_BAND.st : LOWEST_BAND.others;
  return high > lastClose * (1 + band) + ROUNDING.up || low < lastClose * (1 - band) - ROUNDING.down;
}

/** With a previous close a bonus issue is a price break already. */
function mayDivide(bar: Bar, last: LastBar): boolean {
  if (bar.preClose !== null || bar.open >= last.close * OPENS_LOWER) return false;
  return estimateShares(bar) > estimateShares(last) * SHARES_GREW;
}

/** About how many shares circulate; not a number where the bar doesn't tell. */
function estimateShares({ volume, turnoverPct, circMarketCap, close }: LastBar): number {
  if (turnoverPct !== null && turnoverPct > 0) return (volume * 100) / turnoverPct;
  return circMarketCap === null ? Number.NaN : circMarketCap / close;
}
