import type { StockBars } from '#lib/bar-matrix/domain';
import type { StockCompanies } from './stock-company';
import type { StockFlow } from './stock-flow';
import type { Evidence, EvidenceColumn } from './evidence';
import type { ScreenFilters } from './screen-filters';
import type { ParameterValues, ScreenParameters } from './screen-parameters';

/** What a screen's rule reads, so that a run can tell whether the market has it. */
export interface ScreenNeeds {
  /** Bars of a stock up to the day, that one included; null: all that are stored. */
  readonly bars: number | null;
  /** Circulating market caps. */
  readonly caps?: boolean;
  /** A stock without a cap on its last bar is left out; a run counts them in a warning. */
  readonly requiresCap?: boolean;
  /** Money flow: that of the market's newest `days`, and of the newest `window` days without a gap. */
  readonly flow?: { readonly days: number; readonly window: number };
  /** Scores of companies by their reports. */
  readonly reports?: boolean;
  /** Days of the market, the day with them, on one of which a stock must have traded to be looked at. Left out: 1. */
  readonly withinDays?: number;
  /** The other stocks of the day: `rank` leaves candidates out beside them, so that no stock can be judged alone. */
  readonly market?: boolean;
}

/** What a rule reads of a stock in addition to its bars. */
export interface StockInputs {
  readonly flow?: StockFlow | undefined;
  readonly companies?: StockCompanies | undefined;
}

/** A stock that fits the rule on one of its bars. */
export interface Candidate {
  readonly code: string;
  readonly score: number;
  /** Of candidates with the same score the one with the lower value comes first. Left out: by code alone. */
  readonly tieBreak?: number;
  readonly evidence: Evidence;
  /** A gain as numerator and denominator, where scores are too coarse to order by. */
  readonly exactScore?: readonly [bigint, bigint];
}

/**
 * Reports a candidate.
 * @param at Position of its bar in the columns.
 */
export type FoundCandidate = (at: number, candidate: Omit<Candidate, 'code'>) => void;

/**
 * A screen: a rule over the whole market on one day. A folder of `libs/screens/src` and a line in `SCREENS`
 * (docs/screens.md).
 */
export interface Screen<Parameters extends ScreenParameters = ScreenParameters> {
  /** Stable: sessions, studies and alerts name it. */
  readonly id: string;
  /** Rises with every change of the rule that changes an answer. */
  readonly version: number;
  /** The `source` that sessions made from its hits get. */
  readonly source: string;
  readonly words: Readonly<Record<'zh' | 'en', { readonly name: string; readonly description: string }>>;
  readonly parameters: Parameters;
  readonly evidence: readonly EvidenceColumn[];
  /**
   * Parameters for a run on each of many days, where they differ from the usual ones: what looks back over days would find a
   * hit once more on each of them.
   */
  readonly dailyParameters?: Partial<ParameterValues<Parameters>>;
  /** What the screen leaves out unless a run says otherwise. Left out: the usual filters. */
  readonly filters?: ScreenFilters;

  needs(values: ParameterValues<Parameters>): ScreenNeeds;

  /** The parameter that contradicts another one, and what it must be. */
  findConflict?(values: ParameterValues<Parameters>): { parameter: string; allowed: string } | undefined;

  /**
   * Reports each bar from position `from` on that fits, judged by it and the bars before it alone. No ex-right lies between
   * `from` and the last bar, so that the columns are those of each of these days. Where `withinDays` is more than one, the
   * last bar is read alone, and what is reported may be a bar before it.
   */
  find(
    bars: StockBars,
    from: number,
    values: ParameterValues<Parameters>,
    found: FoundCandidate,
    /** Of the stock, for a screen that needs it. */
    inputs?: StockInputs,
  ): void;

  /**
   * Orders the candidates of one day over the market, best first, and leaves out those that are none beside the others.
   * Left out: by score, then by `tieBreak`, then by code.
   */
  rank?(candidates: readonly Candidate[], values: ParameterValues<Parameters>): Candidate[];
}

/** Says a screen's types from its parameters. */
export function defineScreen<const Parameters extends ScreenParameters>(
  screen: Screen<Parameters>,
): Screen<Parameters> {
  return screen;
}
