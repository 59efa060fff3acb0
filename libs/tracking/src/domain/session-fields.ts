import type { CalendarDay } from '#lib/kernel';
import type { PrimaryPhase } from './vocabulary';

/** Lengths in Unicode code points. */
export const MAX_SOURCE_LENGTH = 32;
export const MAX_STOCK_NAME_LENGTH = 100;
export const MAX_NOTE_LENGTH = 20_000;
/** Yuan. */
export const MAX_ENTRY_CLOSE_PRICE = 1e8;
export const MAX_FUNDAMENTAL_SCORE = 20;
export const MAX_PRIORITY = 100;

/** Primary phase of a session that is created without one. */
export const DEFAULT_PHASE: PrimaryPhase = 'transition';

export const AI_CONSENSUS = ['上涨', '下跌', '震荡'] as const;
export type AiConsensus = (typeof AI_CONSENSUS)[number];

/** What a caller may change of a session. A key that is missing leaves its field alone; null clears it. */
export interface SessionPatch {
  stockName?: string | null;
  currentPrimaryPhase?: PrimaryPhase | null;
  source?: string | null;
  entryClosePrice?: number | null;
  summaryNote?: string | null;
  fundamentalScore?: number | null;
  /** With a score that a job found. */
  fundamentalBasis?: { available: number; judged: number };
  fundamentalNote?: string | null;
  nextReviewAt?: CalendarDay | null;
  /** One point up or down; at a bound of 0..100 the priority stays there. */
  priorityDelta?: 1 | -1;
  /** The priority itself, 0..100; not together with a delta. */
  priority?: number;
  move?: 'close' | 'reopen';
  /** With `close` only. */
  endReason?: string | null;
}
