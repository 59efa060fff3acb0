import type { CalendarDay } from '#lib/kernel';
import type { CaseOutcome } from './study-case';

/** An exit as it is stored. Returns in percent. */
export interface ExitRow {
  readonly horizon: number;
  readonly exitDate: CalendarDay;
  /** Yuan as traded. */
  readonly exitPrice: number;
  readonly grossPct: number;
  readonly netPct: number;
  readonly excessPct: number;
}

/** A case as it is stored. */
export interface CaseRow {
  readonly code: string;
  readonly signalDate: CalendarDay;
  /** Place among the hits of its day, from 1 on. */
  readonly rank: number;
  readonly outcome: CaseOutcome;
  readonly entryDate: CalendarDay | null;
  /** Yuan as traded. */
  readonly entryPrice: number | null;
  /** From the close of the signal day to the open that was paid. */
  readonly gapPct: number | null;
  readonly exits: readonly ExitRow[];
}
