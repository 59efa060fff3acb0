/** Hits that a reader should look at twice. */
export interface HitDoubts {
  hits: number;
  /** With fewer than {@link SENSIBLE_PRIOR_BARS} bars on the 360 open days before the range. */
  fewPriorBars: number;
  /** Hits of which it is unknown whether they were under special treatment on the entry day. */
  unknownSt: number;
}

/** Two thirds of the prior window; below it a low may be a hole in the data. */
export const SENSIBLE_PRIOR_BARS = 240;

export function countDoubts(hits: readonly { priorBars: number | null; isSt: boolean | null }[]): HitDoubts {
  return {
    hits: hits.length,
    fewPriorBars: hits.filter(({ priorBars }) => priorBars !== null && priorBars < SENSIBLE_PRIOR_BARS).length,
    unknownSt: hits.filter(({ isSt }) => isSt === null).length,
  };
}

/** Doubts about hits that follow from their own values, in sentences. */
export function hitWarnings({ hits, fewPriorBars, unknownSt }: HitDoubts): string[] {
  return [
    ...(fewPriorBars === 0
      ? []
      : [
          `${fewPriorBars} of ${hits} hits have fewer than ${SENSIBLE_PRIOR_BARS} bars on the 360 open days before the range: ` +
            `where that is a hole in the data the low may be false; min_prior_bars: ${SENSIBLE_PRIOR_BARS} leaves them out`,
        ]),
    ...(unknownSt === 0
      ? []
      : [
          `for ${unknownSt} of ${hits} hits the market data do not say whether they were ST on the entry day; ` +
            'limit prices computed by rule take them for not ST',
        ]),
  ];
}
