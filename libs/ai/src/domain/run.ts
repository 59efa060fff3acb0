/** How asking one model came out. `unusable`: an answer came and nothing of it could be used; `failed`: none came. */
export type AiRunOutcome = 'running' | 'answered' | 'unusable' | 'failed';

/** `part_1` … `part_9`: what a cut answer left open, asked again in parts. */
export type CallPurpose = 'answer' | 'repair' | `part_${number}`;
