import type { Board } from '#lib/market-data';

/** Days are positions in the market's list of days, returns shares (0.05: 5 %). */
export interface CaseExit {
  readonly day: number;
  /** Yuan as traded. */
  readonly price: number;
  readonly gross: number;
  readonly net: number;
  /** The best and the worst price on the way, against the entry. */
  readonly best: number;
  readonly worst: number;
  /** Open days after the horizon's last one. */
  readonly delay: number;
  readonly delisted: boolean;
}

export const CASE_OUTCOMES = ['filled', 'unfillable', 'pending'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

/** A hit of a screen, as it could have been bought and sold. */
export interface StudyCase {
  readonly stockNo: number;
  readonly code: string;
  readonly board: Board;
  readonly signalDay: number;
  /** Place among the hits of its day, from 1 on. */
  readonly rank: number;
  /** Of the signal day: special treatment, circulating market cap and amount in yuan (NaN: not known). */
  readonly st: boolean;
  readonly cap: number;
  readonly amount: number;
  readonly outcome: CaseOutcome;
  readonly entry?: FilledEntry;
}

export interface FilledEntry {
  readonly day: number;
  /** Yuan as traded. */
  readonly price: number;
  /** From the close of the signal day to the open that was paid. */
  readonly gap: number;
  /** By the study's horizons; undefined while one has not ended. */
  readonly exits: readonly (CaseExit | undefined)[];
}

export type FilledCase = StudyCase & { readonly entry: FilledEntry };

export function isFilled(each: StudyCase): each is FilledCase {
  return each.entry !== undefined;
}
