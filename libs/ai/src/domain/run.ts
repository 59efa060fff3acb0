/** The outcome of one model's run. `unusable`: an answer came and nothing of it could be used; `failed`: none came. */
export const AI_RUN_OUTCOMES = ['running', 'answered', 'unusable', 'failed'] as const;
export type AiRunOutcome = (typeof AI_RUN_OUTCOMES)[number];

/** How a call of a run stands. */
export const AI_CALL_OUTCOMES = ['begun', 'answered', 'failed'] as const;

/** `part_1` … `part_9`: what a cut answer left open, requested again in parts. */
export type CallPurpose = 'answer' | 'repair' | `part_${number}`;
