/** How far a fill was at a moment. */
export interface FillMark {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly done: number;
}

/** Units between two marks from which on their pace says something. */
const TELLING_UNITS = 5;

/**
 * Milliseconds until a fill ends if it keeps the pace between two marks, which a wait or a restart before them does not
 * change; null if they are too close, or the total is not known.
 */
export function estimateRest(first: FillMark, now: FillMark, total: number): number | null {
  const units = now.done - first.done;
  if (units < TELLING_UNITS || total <= now.done) return null;
  return ((now.at - first.at) / units) * (total - now.done);
}
