import type { AnyRecord } from '../../records/record-calls';
import type { SessionDetail } from './session-detail';

/** How a session stood when a fill of it was started. */
export interface BeforeFill {
  readonly dailyRows: readonly AnyRecord[];
  readonly weeklyRows: readonly AnyRecord[];
  readonly score: number | null;
}

const MAX_STORED = 8;
const PREFIX = 'stock-cycle:before-fill:';

/** Keeps how the session stands, for this tab, so that a reload can still tell what the fill changed. */
export function keepBefore(jobId: number, { session, dailyRows, weeklyRows }: SessionDetail): void {
  const before: BeforeFill = { dailyRows, weeklyRows, score: session.fundamentalScore };
  try {
    // A click on a fill that is running already gets the same job: the first picture is the one before it.
    if (sessionStorage.getItem(`${PREFIX}${jobId}`) !== null) return;
    forgetOldest();
    sessionStorage.setItem(`${PREFIX}${jobId}`, JSON.stringify(before));
  } catch {
    // A browser that keeps nothing shows what was written, without what stood there.
  }
}

/** How the session stood before the fill; null if another tab or browser started it. */
export function beforeFill(jobId: number): BeforeFill | null {
  try {
    const kept = sessionStorage.getItem(`${PREFIX}${jobId}`);
    return kept === null ? null : (JSON.parse(kept) as BeforeFill);
  } catch {
    return null;
  }
}

function forgetOldest(): void {
  const jobs = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => Number(key.slice(PREFIX.length)))
    .sort((a, b) => b - a);
  for (const jobId of jobs.slice(MAX_STORED - 1)) sessionStorage.removeItem(`${PREFIX}${jobId}`);
}
