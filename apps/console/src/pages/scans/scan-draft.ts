import type { Schemas } from '../../api/client';
import type { Scan } from './hit-list';

/** A scan as it is being filled in. */
export interface ScanDraft {
  /** Null: suggested by how many trading days back it lies. */
  readonly startDate: string | null;
  /** Null: the latest day of the market. */
  readonly endDate: string | null;
  /** Trading days of the suggested range. */
  readonly days: number;
  /** 亿 yuan; blank: no bound. */
  readonly minCap: number | '';
  readonly maxCap: number | '';
  readonly volumeBasis: 'raw' | 'shares_adjusted';
  readonly excludeLocked: boolean;
  readonly excludeSt: boolean;
  readonly minPriorBars: number;
  readonly capTolerancePct: number;
  readonly skipClosedDays: number;
  readonly allowIncomplete: boolean;
}

/** The largest cap that the server takes: no bound. */
export const MAX_CAP_YI = 1_000_000;

export const DEFAULT_DRAFT: ScanDraft = {
  startDate: null,
  endDate: null,
  days: 20,
  minCap: 100,
  maxCap: 500,
  volumeBasis: 'raw',
  excludeLocked: false,
  excludeSt: false,
  minPriorBars: 0,
  capTolerancePct: 0,
  skipClosedDays: 0,
  allowIncomplete: false,
};

/** What to fill in for the same scan once more. */
export function toDraft({ startDate, endDate, circMktMinYi, circMktMaxYi, options }: Scan): ScanDraft {
  return {
    ...DEFAULT_DRAFT,
    startDate,
    endDate,
    minCap: circMktMinYi === 0 ? '' : circMktMinYi,
    maxCap: circMktMaxYi === MAX_CAP_YI ? '' : circMktMaxYi,
    ...options,
  };
}

/** The request that a draft stands for, with its two days. */
export function toRequest(
  draft: ScanDraft,
  { startDate, endDate }: { startDate: string; endDate: string },
): Schemas['StartScanBody'] {
  return {
    start_date: startDate,
    end_date: endDate,
    circ_mkt_min_yi: draft.minCap === '' ? 0 : draft.minCap,
    circ_mkt_max_yi: draft.maxCap === '' ? MAX_CAP_YI : draft.maxCap,
    volume_basis: draft.volumeBasis,
    exclude_locked: draft.excludeLocked,
    exclude_st: draft.excludeSt,
    min_prior_bars: draft.minPriorBars,
    cap_tolerance_pct: draft.capTolerancePct,
    skip_closed_days: draft.skipClosedDays,
    allow_incomplete: draft.allowIncomplete,
  };
}
