/**
 * `raw`: volumes as traded (the contract). `shares_adjusted`: volumes in shares of the range's last open day, so that a
 * bonus issue in the window doesn't make the days before it look quiet.
 */
export const VOLUME_BASES = ['raw', 'shares_adjusted'] as const;
export type VolumeBasis = (typeof VOLUME_BASES)[number];

/** How a scan looks, beyond what it looks for. A type alias: it goes into a job's result. */
export type ScanOptions = {
  volumeBasis: VolumeBasis;
  /** One-price days (high = low) leave the range and the prior window. */
  excludeLocked: boolean;
  /** A stock that is under special treatment on its entry day is no hit. */
  excludeSt: boolean;
  /** Stocks with fewer bars in the prior window count as short history. */
  minPriorBars: number;
  /** By how many percent a market cap may lie outside of the bounds: caps made from a rounded turnover are not exact. */
  capTolerancePct: number;
  /**
   * Days for which a person's closing or deleting of a session counts: a hit with the same entry day is reported and not opened
   * again. 0: it is.
   */
  skipClosedDays: number;
};

export const MAX_CAP_TOLERANCE_PCT = 50;
export const MAX_SKIP_CLOSED_DAYS = 3650;

/** The contract's scan. */
export const DEFAULT_SCAN_OPTIONS: ScanOptions = {
  volumeBasis: 'raw',
  excludeLocked: false,
  excludeSt: false,
  minPriorBars: 0,
  capTolerancePct: 0,
  skipClosedDays: 0,
};

/** The options as one part of a key. */
export function optionsKey(options: ScanOptions): string {
  const { volumeBasis, excludeLocked, excludeSt, minPriorBars, capTolerancePct, skipClosedDays } = options;
  return [
    volumeBasis,
    excludeLocked ? 'unlocked' : 'all',
    excludeSt ? 'no-st' : 'st',
    minPriorBars,
    capTolerancePct,
    skipClosedDays,
  ].join('/');
}
