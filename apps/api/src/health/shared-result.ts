/**
 * One answer for everybody who asks within its time: callers at the same time share one read, later ones the answer that
 * is there. A failure is kept like an answer. So asking often costs nothing but the asking.
 */
export class SharedResult<T> {
  private kept: { answer: Promise<T>; until: number } | undefined;

  /**
   * @param read the work that is shared.
   * @param keepMs how long an answer holds from the moment it is there; `undefined` stands for a failure.
   */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly keepMs: (answer: T | undefined) => number,
  ) {}

  get(): Promise<T> {
    if (this.kept !== undefined && performance.now() < this.kept.until) return this.kept.answer;
    const kept = { answer: this.read(), until: Number.POSITIVE_INFINITY };
    this.kept = kept;
    const keep = (answer: T | undefined): void => {
      kept.until = performance.now() + this.keepMs(answer);
    };
    kept.answer.then(keep, () => keep(undefined));
    return kept.answer;
  }
}
