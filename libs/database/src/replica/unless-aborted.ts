/** Waits for work unless `signal` is aborted first; the work goes on then without whoever waited. @throws its reason. */
export async function unlessAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: waiting.signal, once: true });
  });
  const result = work();
  // Nobody may hear of its end.
  result.catch(() => undefined);
  try {
    return await Promise.race([result, aborted]);
  } finally {
    waiting.abort();
  }
}
