import type { SharedMatrix } from '#lib/bar-matrix/domain';
import type { ScreenFilters } from '#lib/screens/domain';
import type { TradingCosts } from '../domain/costs';
import type { Overlap } from '../domain/follow-hits';
import type { StudyCase } from '../domain/study-case';
import type { StudyResult } from '../domain/study-result';

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

/** An exit as it is stored. Returns in percent. */
export interface ExitRow {
  readonly horizon: number;
  readonly exitDate: string;
  /** Yuan as traded. */
  readonly exitPrice: number;
  readonly grossPct: number;
  readonly netPct: number;
  readonly excessPct: number;
}

/** A case as it is stored. */
export interface CaseRow {
  readonly code: string;
  readonly signalDate: string;
  readonly rank: number;
  readonly outcome: StudyCase['outcome'];
  readonly entryDate: string | null;
  /** Yuan as traded. */
  readonly entryPrice: number | null;
  /** From the close of the signal day to the open that was paid. */
  readonly gapPct: number | null;
  readonly exits: readonly ExitRow[];
}

export interface ComputedStudy {
  readonly result: StudyResult;
  /** By signal day, rank and code. */
  readonly cases: readonly CaseRow[];
}
