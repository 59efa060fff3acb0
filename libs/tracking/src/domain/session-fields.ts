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
