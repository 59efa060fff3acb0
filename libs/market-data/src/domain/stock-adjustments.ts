import { type CalendarDay, MAX_DAY } from '#lib/kernel';

/** A value in force from a day on. */
export interface DatedFactor {
  tradeDate: CalendarDay;
  factor: number;
}

/** What tells that prices before a day do not compare with those from it on, the most certain first. */
const ADJUSTMENT_KINDS = ['vendor', 'ex_right_close', 'share_change'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** `none`: no factor lies between the days. */
export const APPLIED_ADJUSTMENTS = [...ADJUSTMENT_KINDS, 'none'] as const;
export type AppliedAdjustment = (typeof APPLIED_ADJUSTMENTS)[number];

/** What the market data holds of one stock. Every list is oldest first. */
export interface AdjustmentFacts {
  firstBarDate: CalendarDay | null;
  listDate: CalendarDay | null;
  /** The vendor's cumulative factor (复权因子), changes only; a row is in force from its day on. */
  vendorFactors: readonly DatedFactor[];
  /** The last day whose factors the vendor gave; null: no end is known. */
  vendorThrough: CalendarDay | null;
  /** Last close / ex-right previous close, on the first bar after the ex-right. */
  exRightCloses: readonly DatedFactor[];
  /** On that day each old share became `factor` shares. */
  shareChanges: readonly ShareChange[];
  /** First bars after a price jump that no limit allows and no previous close explains. */
  unexplainedGaps: readonly CalendarDay[];
  /** The last bar without its ex-right previous close; null where all have one. */
  preCloseMissingOn: CalendarDay | null;
  /** Stretches without a bar of any stock, longer than the exchange ever closes. */
  marketHoles: readonly MarketHole[];
}

export interface ShareChange extends DatedFactor {
  /** Told by the vendor's share counts, or inferred from the float and the price. */
  basis: 'vendor' | 'inferred';
}

export interface MarketHole {
  /** The market's last day before the hole, and its first one after. */
  after: CalendarDay;
  before: CalendarDay;
}

/** Prices before the day are divided by the factor to stand beside those from it on. */
interface PriceStep extends DatedFactor {
  kind: AdjustmentKind;
}

/** An entry beside the bars of its stock. */
export interface EntryDay {
  date: CalendarDay;
  /** The stock's last bar at or before the date: a suspended stock has the price of that bar. Null without one. */
  barDate: CalendarDay | null;
}

export const COMPARISON_BASES = ['adjusted', 'raw', 'unknown'] as const;
export type ComparisonBasis = (typeof COMPARISON_BASES)[number];

/** How a price of an entry day compares with one of a later day. */
export interface EntryComparison {
  /**
   * `adjusted`: every factor between the days is known, or at least one is. `raw`: no factor is known, and not every bar
   * has its ex-right previous close. `unknown`: the two prices do not compare.
   */
  basis: ComparisonBasis;
  /** What the entry price is divided by to stand beside the later price; null where it is unknown. */
  factor: number | null;
  /** By what it was adjusted; null where it is unknown. */
  adjustment: AppliedAdjustment | null;
  /** From which day on every factor up to the later day is known; null where one between the days may be missing. */
  knownFrom: CalendarDay | null;
}

/**
 * The one judge of what lies between two days of a stock: charts, fills, chips, session figures and the rules of automatic
 * closing ask it. It takes the vendor's factor for the days that the vendor covers, even over holes in the bars; for others
 * the ex-right previous close, and where there is none the share change. docs/adjustment.md has the reasons.
 */
export class StockAdjustments {
  /** Of a stock of which nothing is known. */
  static readonly none = new StockAdjustments({
    firstBarDate: null,
    listDate: null,
    vendorFactors: [],
    vendorThrough: null,
    exRightCloses: [],
    shareChanges: [],
    unexplainedGaps: [],
    preCloseMissingOn: null,
    marketHoles: [],
  });

  private readonly steps: readonly PriceStep[];
  private readonly gaps: readonly CalendarDay[];
  private readonly holes: readonly MarketHole[];
  private readonly vendorFrom: CalendarDay | undefined;

  constructor(private readonly facts: AdjustmentFacts) {
    this.vendorFrom = facts.vendorFactors[0]?.tradeDate;
    this.steps = this.priceSteps();
    const explained = new Set(facts.shareChanges.map(({ tradeDate }) => tradeDate));
    this.gaps = facts.unexplainedGaps.filter((day) => !this.vendorDecides(day) && !explained.has(day));
    this.holes = facts.marketHoles.filter(({ after, before }) => !this.vendorCovers(after, before));
  }

  /** What prices before each day are divided by to stand beside those from it on, oldest first. */
  get priceFactors(): readonly DatedFactor[] {
    return this.steps;
  }

  /** What each old share became on each day, oldest first. */
  get shareFactors(): readonly DatedFactor[] {
    return this.facts.shareChanges;
  }

  /** What the prices of each day are multiplied with to stand beside those of the last one. @param days Oldest first. */
  priceMultipliers(days: readonly { tradeDate: CalendarDay }[]): number[] {
    return productsAfter(days, this.steps).map((product) => 1 / product);
  }

  /** What the volumes of each day are multiplied with to be shares of the last one. @param days Oldest first. */
  shareMultipliers(days: readonly { tradeDate: CalendarDay }[]): number[] {
    return productsAfter(days, this.facts.shareChanges);
  }

  /**
   * What the prices of each day are multiplied with to be backward-adjusted (后复权): the vendor's factor where it is known,
   * and 1 on the stock's first stored bar where none is. Days that are not shown have no part in it.
   */
  backwardPriceMultipliers(days: readonly { tradeDate: CalendarDay }[]): number[] {
    const anchor = this.facts.vendorFactors[0] ?? { tradeDate: this.facts.firstBarDate, factor: 1 };
    const scale = anchor.factor / productThrough(anchor.tradeDate, this.steps);
    return days.map(({ tradeDate }) => productThrough(tradeDate, this.steps) * scale);
  }

  /** What the volumes of each day are multiplied with to be shares of the stock's first stored bar. */
  backwardShareMultipliers(days: readonly { tradeDate: CalendarDay }[]): number[] {
    const { firstBarDate, shareChanges } = this.facts;
    const atFirst = productThrough(firstBarDate, shareChanges);
    return days.map(({ tradeDate }) => atFirst / productThrough(tradeDate, shareChanges));
  }

  /** By what prices between two days are adjusted: the least certain of what was applied. */
  appliedBetween(from: CalendarDay, to: CalendarDay): AppliedAdjustment {
    const applied = this.steps.filter(({ tradeDate }) => tradeDate > from && tradeDate <= to);
    return ADJUSTMENT_KINDS.findLast((kind) => applied.some((step) => step.kind === kind)) ?? 'none';
  }

  /** Who tells of the share changes between two days: `inferred` where one of them is. */
  shareBasisBetween(from: CalendarDay, to: CalendarDay): ShareChange['basis'] | 'none' {
    const changes = this.facts.shareChanges.filter(({ tradeDate }) => tradeDate > from && tradeDate <= to);
    if (changes.length === 0) return 'none';
    return changes.some(({ basis }) => basis === 'inferred') ? 'inferred' : 'vendor';
  }

  /** Whether the vendor's factor decides all that lies between two days. */
  vendorCovers(from: CalendarDay, to: CalendarDay): boolean {
    return this.vendorFrom !== undefined && this.vendorFrom <= from && to <= this.vendorTo();
  }

  /** What a price of one day is divided by to stand beside those of a later one; exactly 1 where no factor is known between. */
  priceFactorBetween(from: CalendarDay, to: CalendarDay): number {
    return productWithin(from, to, this.steps);
  }

  /** Days in (from, to] before which the price jumped and nobody says why. */
  gapsBetween(from: CalendarDay, to: CalendarDay): CalendarDay[] {
    return this.gaps.filter((day) => day > from && day <= to);
  }

  /**
   * Compares the price of an entry with that of a later bar.
   * @param to Day of the later bar.
   * @param preClosesMissing Whether a bar that lies between, or the later one, lacks its ex-right previous close.
   */
  compare(entry: EntryDay, to: CalendarDay, preClosesMissing: boolean): EntryComparison {
    const from = entry.barDate ?? entry.date;
    const isComplete = !preClosesMissing || this.vendorCovers(from, to);
    const knownFrom = isComplete ? this.knownFrom(to) : null;
    if (entry.date > to || !this.isComparable(entry, to)) {
      return { basis: 'unknown', factor: null, adjustment: null, knownFrom };
    }
    const adjustment = this.appliedBetween(from, to);
    if (adjustment === 'none' && !isComplete) return { basis: 'raw', factor: 1, adjustment, knownFrom };
    return { basis: 'adjusted', factor: this.priceFactorBetween(from, to), adjustment, knownFrom };
  }

  private isComparable({ date, barDate }: EntryDay, to: CalendarDay): boolean {
    if (barDate === null && !this.isKnownBefore(date)) return false;
    const from = barDate ?? date;
    if (this.gapsBetween(from, to).length > 0) return false;
    if (this.holes.some(({ after, before }) => after >= from && before <= to)) return false;
    // A factor that changed over a hole in which the entry lies may have changed before the entry or after it.
    const around = this.facts.marketHoles.find(({ after, before }) => after < date && date < before);
    return around === undefined || this.appliedBetween(around.after, around.before) === 'none';
  }

  /** Whether factors are known on a day before the first stored bar: by the vendor, or because the stock was not listed yet. */
  private isKnownBefore(day: CalendarDay): boolean {
    const { firstBarDate, listDate } = this.facts;
    if (this.vendorFrom !== undefined && this.vendorFrom <= day) return true;
    return firstBarDate !== null && listDate !== null && firstBarDate <= listDate;
  }

  private knownFrom(to: CalendarDay): CalendarDay | null {
    const { firstBarDate, preCloseMissingOn } = this.facts;
    const { vendorFrom } = this;
    if (vendorFrom !== undefined && this.vendorCovers(vendorFrom, preCloseMissingOn ?? vendorFrom)) {
      return findLatest([
        findEarliest(preCloseMissingOn === null ? firstBarDate : vendorFrom, vendorFrom),
        ...this.breaks(to),
      ]);
    }
    return findLatest([preCloseMissingOn ?? firstBarDate, ...this.breaks(to)]);
  }

  /** Days up to one from which on prices compare again. */
  private breaks(to: CalendarDay): CalendarDay[] {
    return [...this.gaps, ...this.holes.map(({ before }) => before)].filter((day) => day <= to);
  }

  private priceSteps(): PriceStep[] {
    const { vendorFactors, exRightCloses, shareChanges } = this.facts;
    const byVendor = vendorFactors.flatMap(({ tradeDate, factor }, index): PriceStep[] => {
      const before = vendorFactors[index - 1];
      return before === undefined || before.factor === factor
        ? []
        : [{ tradeDate, factor: factor / before.factor, kind: 'vendor' }];
    });
    const byClose = exRightCloses
      .filter(({ tradeDate }) => !this.vendorDecides(tradeDate))
      .map((step): PriceStep => ({ ...step, kind: 'ex_right_close' }));
    const told = new Set(byClose.map(({ tradeDate }) => tradeDate));
    // A bonus issue that no previous close tells of: the price fell by its factor at least.
    const byShares = shareChanges
      .filter(({ tradeDate }) => !this.vendorDecides(tradeDate) && !told.has(tradeDate))
      .map(({ tradeDate, factor }): PriceStep => ({ tradeDate, factor, kind: 'share_change' }));
    return [...byVendor, ...byClose, ...byShares].toSorted((a, b) => (a.tradeDate < b.tradeDate ? -1 : 1));
  }

  /** Whether the vendor's factor tells what lies between a day and the one before it. */
  private vendorDecides(day: CalendarDay): boolean {
    return this.vendorFrom !== undefined && this.vendorFrom < day && day <= this.vendorTo();
  }

  private vendorTo(): CalendarDay {
    const { vendorThrough, vendorFactors } = this.facts;
    const last = vendorFactors.at(-1)?.tradeDate;
    if (vendorThrough === null || last === undefined) return MAX_DAY;
    return last > vendorThrough ? last : vendorThrough;
  }
}

function findEarliest(one: CalendarDay | null, other: CalendarDay): CalendarDay {
  return one === null || other < one ? other : one;
}

function findLatest(days: readonly (CalendarDay | null)[]): CalendarDay | null {
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** The product of all factors up to a day, that of the day with them. */
function productThrough(day: CalendarDay | null, steps: readonly DatedFactor[]): number {
  let product = 1;
  for (const { tradeDate, factor } of steps) {
    if (day === null || tradeDate > day) break;
    product *= factor;
  }
  return product;
}

/** The product of the factors after one day, up to another: exactly 1 where there is none. */
function productWithin(from: CalendarDay, to: CalendarDay, steps: readonly DatedFactor[]): number {
  let product = 1;
  for (const { tradeDate, factor } of steps) if (tradeDate > from && tradeDate <= to) product *= factor;
  return product;
}

/**
 * For each day the product of the factors after it, up to the last day. A factor of a suspended day falls between two bars
 * and counts for those before it.
 */
function productsAfter(days: readonly { tradeDate: CalendarDay }[], steps: readonly DatedFactor[]): number[] {
  const end = days.at(-1)?.tradeDate;
  const due = steps.filter(({ tradeDate }) => end !== undefined && tradeDate <= end);
  const products: number[] = [];
  let product = 1;
  for (const { tradeDate } of days.toReversed()) {
    for (let step = due.at(-1); step !== undefined && step.tradeDate > tradeDate; step = due.at(-1)) {
      product *= step.factor;
      due.pop();
    }
    products.push(product);
  }
  return products.reverse();
}
