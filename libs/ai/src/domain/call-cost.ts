/** Yuan a million tokens; null: not known. */
export interface TokenPrices {
  pricePerMTokIn: number | null;
  pricePerMTokOut: number | null;
  /** Of prompt tokens from the vendor's cache; null: as the others. */
  pricePerMTokCachedIn: number | null;
}

interface TokensOfCall {
  prompt: number;
  completion: number;
  /** Part of `prompt`. */
  cached: number;
}

/** What a call costs, in yuan; null if its tokens or a price are not known. */
export function callCost(tokens: TokensOfCall | undefined, prices: TokenPrices): number | null {
  const { pricePerMTokIn, pricePerMTokOut, pricePerMTokCachedIn } = prices;
  if (tokens === undefined || pricePerMTokIn === null || pricePerMTokOut === null) return null;
  const cached = tokens.cached * (pricePerMTokCachedIn ?? pricePerMTokIn);
  const fresh = (tokens.prompt - tokens.cached) * pricePerMTokIn;
  return (cached + fresh + tokens.completion * pricePerMTokOut) / 1e6;
}
