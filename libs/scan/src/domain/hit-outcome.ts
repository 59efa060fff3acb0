/** `closed_before`: a person closed or deleted the session of this entry day, and `skipClosedDays` lets that stand. */
export const HIT_OUTCOMES = ['created', 'already_open', 'closed_before'] as const;
export type HitOutcome = (typeof HIT_OUTCOMES)[number];
