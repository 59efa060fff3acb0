/** A run of candidates in code order that one worker claims at a time. */
export interface CodeRange {
  rangeNo: number;
  firstCode: string;
  lastCode: string;
  candidates: number;
}

/** More ranges cost more trips through the queue than they save. */
const MAX_RANGES = 8;
/** Below this many stocks a range is too small to be worth a trip. */
const MIN_CANDIDATES = 100;

/** Cuts candidates, which must be in code order, into at most eight ranges of nearly equal size. */
export function codeRanges(codes: readonly string[]): CodeRange[] {
  const count = Math.min(MAX_RANGES, Math.ceil(codes.length / MIN_CANDIDATES));
  const ranges: CodeRange[] = [];
  for (let index = 0; index < count; index += 1) {
    const part = codes.slice(
      Math.floor((index * codes.length) / count),
      Math.floor(((index + 1) * codes.length) / count),
    );
    const firstCode = part[0];
    const lastCode = part.at(-1);
    if (firstCode === undefined || lastCode === undefined) continue;
    ranges.push({ rangeNo: index + 1, firstCode, lastCode, candidates: part.length });
  }
  return ranges;
}
