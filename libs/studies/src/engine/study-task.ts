import type { SharedMatrix } from '#lib/bar-matrix/domain';
import type { ScreenFilters } from '#lib/screens/domain';
import type { TradingCosts } from '#lib/outcomes/domain';
import type { Overlap } from '../domain/follow-hits';
import type { StudyResult } from '../domain/study-result';
import type { CaseRow } from '../domain/study-rows';

/** Hits of a screen, by stock and day. */
export interface SignalColumns {
  /** Numbers in the matrix. */
  readonly stockNos: Int32Array;
  readonly dayNos: Int32Array;
  /** Place of each among the hits of its day, from 1 on. */
  readonly ranks: Int32Array;
}

/** A study as a thread computes it. */
export interface StudyTask {
  readonly matrix: SharedMatrix;
  readonly signals: SignalColumns;
  /** Positions of the span's days among those of the matrix. */
  readonly from: number;
  readonly to: number;
  /** Those of the study: the universe passes them too, but for the bounds of the market cap. */
  readonly filters: ScreenFilters;
  /** Ascending. */
  readonly horizons: readonly number[];
  readonly costs: TradingCosts;
  readonly overlap: Overlap;
  /** Variants of the screen that were studied, this one among them. */
  readonly variants: number;
  /** Of the study's random numbers: the same seed, the same page. */
  readonly seed: string;
}

/** A study as a thread hands it over. */
export interface EncodedStudy extends Omit<ComputedStudy, 'cases'> {
  /** Parts of the cases, in their order, each as a JSON array of {@link NumberedCase}. */
  readonly caseParts: readonly string[];
  /** How many cases there are. */
  readonly caseCount: number;
}

/** A case with its position in the study, from 1 on. */
export interface NumberedCase extends CaseRow {
  readonly caseNo: number;
}

export interface ComputedStudy {
  readonly result: StudyResult;
  /** By signal day, rank and code. */
  readonly cases: readonly CaseRow[];
}
