import { MAX_CAP_YI } from './scan-draft';
import type { Scan } from './hit-list';

/** From the first worker's begin to the end, in milliseconds; null if it has not begun or not ended. */
export function getDuration({ startedAt, finishedAt }: Scan): number | null {
  return startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
}

/** Stocks a second so far, and the milliseconds that the rest takes at that pace; null before the first of them. */
export function getPace(
  { startedAt, processedCount, candidateCount }: Scan,
  now: number,
): { perSecond: number; restMs: number } | null {
  if (startedAt === null || processedCount === 0) return null;
  // Clocks of the browser and of the server may lie apart by a moment.
  const passedMs = Math.max(now - Date.parse(startedAt), 1);
  const perSecond = (processedCount / passedMs) * 1000;
  return { perSecond, restMs: ((candidateCount - processedCount) / perSecond) * 1000 };
}

/** Evaluated, and neither hit nor skipped: their low is not the year's. */
export function countNotLowest({ processedCount, matchedCount, persist }: Scan): number {
  return processedCount - matchedCount - persist.excludedLimitUp - persist.skippedShortHistory;
}

/** The bounds of the market cap in 亿 yuan; null: there are none. An upper one of null: none above. */
export function getCaps({ circMktMinYi: min, circMktMaxYi }: Scan): { min: number; max: number | null } | null {
  const max = circMktMaxYi === MAX_CAP_YI ? null : circMktMaxYi;
  return min === 0 && max === null ? null : { min, max };
}
