/** How broad a scan's finding is: hits over candidates, 4 decimals; null without a candidate. */
export function computeBreadth(hits: number, candidates: number): number | null {
  return candidates === 0 ? null : Math.round((hits / candidates) * 10_000) / 10_000;
}
