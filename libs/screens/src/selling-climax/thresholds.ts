/**
 * What makes a bar a selling climax. `drop` is the share by which the close lies under the highest close of 60 bars, on the main
 * board; TR counts in ATR, RV is the volume over the median, CLV where the bar closed (0 low, 1 high). `standard` is the rule
 * that was measured (domain.md, section 1).
 */
export const CLIMAX_PRESETS = {
  strict: { drop: 0.25, trAtr: 2, rv: 3, clv: 0.5 },
  standard: { drop: 0.18, trAtr: 1.6, rv: 2, clv: 0.35 },
  loose: { drop: 0.12, trAtr: 1.3, rv: 1.6, clv: 0.3 },
} as const;

export const CLIMAX_WINDOWS = {
  /** Bars of the highest close and the lowest low, the day itself included. */
  extremeBars: 60,
  /** Unlocked bars before the day. */
  atrBars: 20,
  volumeBars: 50,
} as const;

/**
 * What happens after it (screens.md, section 3; the test as in domain.md, section 1). ATR is that of the climax throughout, so
 * that each of these prices is fixed once the climax is there.
 */
export const AFTERMATH = {
  /** A rise from the climax's low of so many ATR, and of such a share on the main board, then so many ATR back. */
  reaction: { withinBars: 25, moveAtr: 2, moveShare: 0.06, pullbackAtr: 1 },
  /** A low about that of the climax, on less volume and range; H is the way from the climax's low to the reaction's high. */
  test: { beyondAtr: 0.3, withinH: 0.25, volumeShare: 0.6, trShare: 0.7, clv: 0.4 },
  /** A close so far under the climax's low. */
  failedAtr: 0.5,
  /** The bar on which the climax is over, its own bar being the first. */
  expiredBars: 60,
} as const;
