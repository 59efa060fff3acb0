/** Tokens of a call to a model, as its vendor counts them. */
export interface TokenUsage {
  prompt: number;
  /** Thoughts included. */
  completion: number;
  /** Tokens of the prompt that the vendor had in its cache. */
  cached: number;
}
