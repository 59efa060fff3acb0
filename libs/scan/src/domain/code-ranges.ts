/** A run of candidates in code order that one worker claims at a time. */
export interface CodeRange {
  rangeNo: number;
  candidates: number;
  /** Those of them that have a year to compare with, in order. */
  codes: string[];
  skippedShortHistory: number;
}

export interface Candidate {
  code: string;
  /** Too young to have a year to compare with. */
  shortHistory: boolean;
}

/** More ranges cost more trips through the queue than they save. */
const MAX_RANGES = 8;
/** Below this many stocks a range is too small to be worth a trip. */
const MIN_CANDIDATES = 100;

/** Cuts candidates, which must be in code order, into at most eight ranges of nearly equal size. */
export function codeRanges(candidates: readonly Candidate[]): CodeRange[] {
  const count = Math.min(MAX_RANGES, Math.ceil(candidates.length / MIN_CANDIDATES));
  return Array.from({ length: count }, (_, index) => {
    const part = candidates.slice(
      Math.floor((index * candidates.length) / count),
      Math.floor(((index + 1) * candidates.length) / count),
    );
    const codes = codesToScan(part);
    return {
      rangeNo: index + 1,
      candidates: part.length,
      codes,
      skippedShortHistory: part.length - codes.length,
    };
  });
}

/** The candidates that have a year to compare with. */
export function codesToScan(candidates: readonly Candidate[]): string[] {
  return candidates.filter((candidate) => !candidate.shortHistory).map((candidate) => candidate.code);
}
