interface Limit {
  readonly longestMs: number;
  /** The caller's: ends the work too. */
  readonly signal: AbortSignal;
  /** What is thrown where the work takes longer. */
  readonly tooLong: () => Error;
}

/**
 * The result of work that ends with its signal, which is aborted after a time.
 * @throws what `signal` is aborted with; what `tooLong` gives; what the work fails with.
 */
export async function withinLimit<Result>(
  work: (end: AbortSignal) => Promise<Result>,
  { longestMs, signal, tooLong }: Limit,
): Promise<Result> {
  const timeout = AbortSignal.timeout(longestMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw tooLong();
    throw error;
  }
}
