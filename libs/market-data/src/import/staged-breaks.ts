import type { Bar } from '../domain/bar';

/** A staged bar between which and the one before there may be a price break. */
export interface BreakCandidate {
  bar: Bar;
  lastClose: number;
  /** Days since 1970-01-01. */
  lastDay: number;
}

/** The lowest limits of a day; what stays within them is no gap on any board. */
export const LOWEST_BAND = { st: 0.05, others: 0.1 };
/** Limit prices are rounded to a fen: half of one more, and half of one less but for the binary fraction. */
export const ROUNDING = { up: 0.0049, down: 0.0048 };
/** Previous closes that differ by less are the same price. */
export const SAME_PRICE = 0.004;

/**
 * Watches the bars on their way into the staging table for what may be a price break, which costs next to nothing: to find
 * the same in the table afterwards, two million bars must be sorted. It knows only what comes oldest first, stock by
 * stock or day by day; else {@link candidates} has no answer.
 */
export class StagedBreaks {
  private readonly last = new Map<string, { day: number; close: number }>();
  private readonly found: BreakCandidate[] = [];
  private inOrder = true;

  add(bar: Bar): void {
    const before = this.last.get(bar.code);
    if (before === undefined) {
      this.last.set(bar.code, { day: bar.day, close: bar.close });
      return;
    }
    if (bar.day <= before.day) this.inOrder = false;
    if (mayBreak(bar, before.close)) this.found.push({ bar: { ...bar }, lastClose: before.close, lastDay: before.day });
    before.day = bar.day;
    before.close = bar.close;
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
