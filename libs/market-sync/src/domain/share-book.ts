import { type CalendarDay, groupBy } from '#lib/kernel';
import type { ShareCount } from './vendor-rows';

/** A cash dividend alone takes no larger part of a price. */
const LARGEST_DIVIDEND = 1.15;
/** Bonus issues are of so many new shares for ten. */
const STEP = 10;

/** Circulating shares of a stock on a day, and who told them. */
export interface SharesOnDay {
  readonly floatShares: number;
  readonly totalShares: number | null;
  readonly source: 'share_records' | 'snapshot' | 'carried_shares';
}

/** A stored day of a stock next to those of a load. */
export interface StockOnDay {
  readonly code: string;
  readonly close: number;
  readonly preClose: number | null;
  readonly floatShares: number;
}

/** What a day of a stock says of its shares, oldest first when given to {@link ShareBook.valueDays}. */
export interface DayToValue {
  readonly day: CalendarDay;
  readonly close: number;
  readonly preClose: number | null;
}

/**
 * Circulating shares of stocks on their days: by records, by the snapshot of the day, else carried from the nearest day that
 * has them, over the bonus issues that ex-right closes show between.
 * Source of the rule: docs/market-tdx.md, "Shares and market caps".
 */
export class ShareBook {
  private readonly counts: ReadonlyMap<string, ShareCount[]>;

  /** @param counts In any order. */
  constructor(counts: readonly ShareCount[]) {
    this.counts = groupBy(counts, ({ code }) => code);
    for (const own of this.counts.values()) own.sort((one, other) => (one.from < other.from ? -1 : 1));
  }

  /**
   * The shares of one stock on some of its days.
   * @param days Oldest first. @param later The nearest stored day after them; @param earlier the nearest before.
   * @returns one for each day; null if nothing is known of any day.
   */
  valueDays(
    code: string,
    days: readonly DayToValue[],
    later: StockOnDay | undefined,
    earlier: StockOnDay | undefined,
  ): (SharesOnDay | null)[] {
    const shares = days.map(({ day }) => this.sharesOn(code, day));
    // Back from what is known later, then on from what is known earlier.
    let next = later ?? this.afterAll(code, days);
    for (let at = days.length - 1; at >= 0; at -= 1) {
      const day = days[at];
      if (day === undefined) continue;
      shares[at] ??= next === undefined ? null : carried(next.floatShares / bonusFactor(day.close, next.preClose));
      const known = shares[at];
      next = known === null || known === undefined ? undefined : { ...day, code, floatShares: known.floatShares };
    }
    let last = earlier;
    days.forEach((day, at) => {
      shares[at] ??= last === undefined ? null : carried(last.floatShares * bonusFactor(last.close, day.preClose));
      const known = shares[at];
      if (known !== null) last = { ...day, code, floatShares: known.floatShares };
    });
    return shares;
  }

  private sharesOn(code: string, day: CalendarDay): SharesOnDay | null {
    const counts = this.counts.get(code) ?? [];
    const record = counts.findLast(({ basis, from }) => basis === 'record' && from <= day);
    if (record !== undefined) return { ...shareNumbers(record), source: 'share_records' };
    const snapshot = counts.find(({ basis, from }) => basis === 'snapshot' && from === day);
    return snapshot === undefined ? null : { ...shareNumbers(snapshot), source: 'snapshot' };
  }

  /** A snapshot that is newer than all days, and than all that is stored: the first one after them. */
  private afterAll(code: string, days: readonly DayToValue[]): StockOnDay | undefined {
    const newest = days.at(-1);
    if (newest === undefined) return undefined;
    const next = this.counts.get(code)?.find(({ from }) => from > newest.day);
    return next === undefined
      ? undefined
      : { code, close: newest.close, preClose: null, floatShares: next.floatShares };
  }
}

function shareNumbers({ floatShares, totalShares }: ShareCount): Pick<SharesOnDay, 'floatShares' | 'totalShares'> {
  return { floatShares, totalShares };
}

function carried(floatShares: number): SharesOnDay {
  return { floatShares: Math.round(floatShares), totalShares: null, source: 'carried_shares' };
}

/** How many shares each old share became, by the last close and the ex-right close after it; 1 if only a dividend was paid. */
export function bonusFactor(lastClose: number, preClose: number | null): number {
  if (preClose === null || !(preClose > 0)) return 1;
  const ratio = lastClose / preClose;
  if (ratio <= LARGEST_DIVIDEND) return 1;
  // With a dividend on top the ratio is a little above the factor; rounding of the price may put it a little below.
  const whole = Math.round(ratio * STEP) / STEP;
  return Math.abs(ratio / whole - 1) < 0.02 ? whole : Math.floor(ratio * STEP) / STEP;
}
