/** When a market cap is estimated from the last known circulating shares. */
export const ESTIMATED_CAP = {
  /** Days after which they say nothing any more: a quarter's reports may have changed them. */
  longestDays: 60,
  /** A cash dividend alone takes no larger part of a price: behind a larger step the shares have changed too. */
  largestDividendRatio: 1.15,
} as const;
