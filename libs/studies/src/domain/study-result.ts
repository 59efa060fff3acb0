import type { Board } from '#lib/market-data';
import type { CalendarDay } from '#lib/kernel';
import type { HorizonFigures } from './horizon-figures';

/** Numbers in percent where the name says so; null where there is nothing to tell from. */
export interface StudyHorizon extends HorizonFigures {
  /** Cases whose horizon has not ended. */
  readonly pending: number;
  /** Net return above 0: of the cases, and of the universe on the same days. */
  readonly winRatePct: number | null;
  readonly winBasePct: number | null;
  /** Mean of the gross returns less the medians of their matched controls. */
  readonly meanOverControlsPct: number | null;
  /** Share of 1,000 random lists of the same days with at least this mean excess. */
  readonly randomListP: number | null;
  /** What the best of as many random lists as variants were tried is expected to show. */
  readonly luckiestPct: number | null;
}

/** A part of the cases, at one horizon. */
export interface GroupFigures {
  readonly n: number;
  readonly nEff: number;
  readonly hitRatePct: number | null;
  readonly meanExcessPct: number | null;
  readonly meanExcessLowPct: number | null;
  readonly meanExcessHighPct: number | null;
  readonly insufficient: boolean;
}

export const CAP_TERCILES = ['small', 'middle', 'large'] as const;
export const REGIMES = ['above', 'below'] as const;
export const HALVES = ['first', 'second'] as const;

export interface PathDay {
  /** Open days after the entry. */
  readonly day: number;
  readonly medianExcessPct: number | null;
  readonly p25: number | null;
  readonly p75: number | null;
  readonly controlPct: number | null;
}

/** Cases whose net excess lies from `fromPct` on, up to the next bin. */
export interface HistogramBin {
  /** null: all below the first bin. */
  readonly fromPct: number | null;
  readonly n: number;
}

/** A case that stands out. */
export interface NotableCase {
  readonly code: string;
  readonly signalDate: CalendarDay;
  readonly excessPct: number;
}

/** Whether the hits could be traded. */
export interface Tradability {
  readonly unfillablePct: number | null;
  /** Of the exits of the groups' horizon. */
  readonly delayedPct: number | null;
  /** Yuan on the signal day. */
  readonly medianAmount: number | null;
  /** Of days with a hit. */
  readonly hitsPerDayMedian: number | null;
  readonly hitsPerDayMax: number;
  /** From the close of the signal day to the open that was paid, the mean. */
  readonly meanGapPct: number | null;
}

/** What a study came to. */
export interface StudyResult {
  /** Open days of the span. */
  readonly days: number;
  /** Hits, before any was left out. */
  readonly signals: number;
  readonly cases: number;
  readonly unfillable: number;
  readonly pending: number;
  readonly delisted: number;
  readonly horizons: readonly StudyHorizon[];
  /** The horizon of the groups, the histogram and the notable cases. */
  readonly groupHorizon: number;
  readonly byYear: readonly (GroupFigures & { readonly year: number })[];
  readonly byBoard: readonly (GroupFigures & { readonly board: Board })[];
  /** By the market cap of the signal day among the cases; a market without caps has none. */
  readonly byCap: readonly (GroupFigures & { readonly tercile: (typeof CAP_TERCILES)[number] })[];
  readonly byTreatment: readonly (GroupFigures & { readonly st: boolean })[];
  /** By whether the market stood above its mean of 120 days on the evening before the entry. */
  readonly byRegime: readonly (GroupFigures & { readonly regime: (typeof REGIMES)[number] })[];
  readonly halves: readonly (GroupFigures & { readonly half: (typeof HALVES)[number] })[];
  readonly path: readonly PathDay[];
  readonly histogram: readonly HistogramBin[];
  /** Ten each at most. */
  readonly best: readonly NotableCase[];
  readonly worst: readonly NotableCase[];
  readonly tradability: Tradability;
}
