/** Tokens of a call to a model, as its vendor counts them. */
export interface TokenUse {
  prompt: number;
  /** Thoughts included. */
  completion: number;
  /** Tokens of the prompt that the vendor had in its cache. */
  cached: number;
}
