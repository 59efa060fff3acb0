/** One case: did the stock beat the market? `base` is the share of all stocks that did so from the same day. */
export interface Case {
  readonly month: string;
  readonly beat: boolean;
  readonly base: number;
}

export interface ShareOfCases {
  readonly n: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
  readonly base: number;
}

/** 1.96 standard errors: 95 %. */
const Z = 1.96;

/** Share of the cases that beat the market, with its interval: cases of one month count as one that may go together. Percent. */
export function clusteredShare(cases: readonly Case[]): ShareOfCases {
  const n = cases.length;
  const share = cases.filter(({ beat }) => beat).length / n;
  const offByMonth = new Map<string, number>();
  for (const { month, beat } of cases) offByMonth.set(month, (offByMonth.get(month) ?? 0) + Number(beat) - share);
  const months = offByMonth.size;
  const squares = [...offByMonth.values()].reduce((sum, off) => sum + off * off, 0);
  const half = months < 2 ? NaN : (Z * Math.sqrt((squares * months) / (months - 1))) / n;
  const base = cases.reduce((sum, one) => sum + one.base, 0) / n;
  const [percentShare, percentHalf] = [share * 100, half * 100];
  return {
    n,
    share: percentShare,
    low: Math.max(0, percentShare - percentHalf),
    high: Math.min(100, percentShare + percentHalf),
    base: base * 100,
  };
}
