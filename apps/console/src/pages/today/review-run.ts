/** A round of reviews, from its first save on. */
export interface ReviewRun {
  readonly beganAt: number;
  readonly reviewed: number;
  readonly phases: number;
  readonly records: number;
}

/** The round after one more save; `undefined` begins one. */
export function withReview(
  run: ReviewRun | undefined,
  now: number,
  { changedPhase, wroteRecord }: { changedPhase: boolean; wroteRecord: boolean },
): ReviewRun {
  const { beganAt, reviewed, phases, records } = run ?? { beganAt: now, reviewed: 0, phases: 0, records: 0 };
  return {
    beganAt,
    reviewed: reviewed + 1,
    phases: phases + (changedPhase ? 1 : 0),
    records: records + (wroteRecord ? 1 : 0),
  };
}
