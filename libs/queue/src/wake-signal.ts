/** Wakes one sleeper. A signal while nobody sleeps isn't lost: the next sleep ends at once. */
export class WakeSignal {
  private signalled = false;
  private endSleep: (() => void) | undefined;

  readonly wake = (): void => {
    this.signalled = true;
    this.endSleep?.();
  };

  /** Sleeps until the next signal, `ms` at most. */
  async sleep(ms: number): Promise<void> {
    if (!this.signalled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.signalled = false;
    this.endSleep = undefined;
  }
}
