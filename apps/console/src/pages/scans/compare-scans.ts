import type { Hit, Scan } from './hit-list';

/** Why an earlier scan's hit is none of this one, as far as the two scans show. */
export type LossReason =
  'unfinished' | 'capBelow' | 'capAbove' | 'outsideRange' | 'wasSt' | 'fewBars' | 'locked' | 'adjusted' | 'unknown';

export interface ScanComparison {
  /** Hits of this scan alone. */
  readonly added: readonly Hit[];
  /** Hits of the other scan alone. */
  readonly lost: readonly { readonly hit: Hit; readonly reason: LossReason }[];
  /** Codes in both. */
  readonly kept: number;
}

/** What has come and gone from another scan to this one. */
export function compareScans(scan: Scan, hits: readonly Hit[], otherHits: readonly Hit[]): ScanComparison {
  const codes = new Set(hits.map(({ code }) => code));
  const otherCodes = new Set(otherHits.map(({ code }) => code));
  const added = hits.filter(({ code }) => !otherCodes.has(code));
  const lost = otherHits.filter(({ code }) => !codes.has(code));
  return {
    added,
    lost: lost.map((hit) => ({ hit, reason: findReason(hit, scan) })),
    kept: hits.length - added.length,
  };
}

/** The values are those of the other scan's days: they explain what this scan asks differently, not what the market did. */
function findReason(hit: Hit, { status, startDate, endDate, circMktMinYi, circMktMaxYi, options }: Scan): LossReason {
  const tolerance = options.capTolerancePct / 100;
  if (hit.circulatingMarketCapYi < circMktMinYi * (1 - tolerance)) return 'capBelow';
  if (hit.circulatingMarketCapYi > circMktMaxYi * (1 + tolerance)) return 'capAbove';
  if (hit.entryDate < startDate || hit.entryDate > endDate) return 'outsideRange';
  if (options.excludeSt && hit.isSt === true) return 'wasSt';
  if (hit.priorBars !== null && hit.priorBars < options.minPriorBars) return 'fewBars';
  if (options.excludeLocked && hit.entryLock !== null) return 'locked';
  if (options.volumeBasis === 'shares_adjusted' && hit.hitAdjusted === false) return 'adjusted';
  return status === 'completed' ? 'unknown' : 'unfinished';
}
