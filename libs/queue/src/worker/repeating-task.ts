/** Runs `work` again and again, `everyMs` after it ended, until stopped. `work` handles its own errors. */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
  ) {}

  start(): void {
    this.current = this.work().finally(() => {
      if (!this.stopped) this.timer = setTimeout(() => this.start(), this.everyMs);
    });
  }

  /** Resolves when a run in progress has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.current;
  }
}
