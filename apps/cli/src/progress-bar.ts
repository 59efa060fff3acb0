import { Presets, SingleBar } from 'cli-progress';

/** A progress bar of one line; without a stream it shows nothing. */
export class ProgressBar {
  private readonly bar: SingleBar | undefined;
  private started = false;

  constructor(label: string, stream: NodeJS.WritableStream | undefined) {
    if (stream === undefined) return;
    this.bar = new SingleBar(
      { stream, format: `${label} {bar} {percentage}%  {note}`, hideCursor: true, fps: 10, clearOnComplete: true },
      Presets.shades_classic,
    );
  }

  /** @param fraction 0 to 1. @param note Shown behind the bar. */
  update(fraction: number, note: string): void {
    if (this.bar === undefined) return;
    if (!this.started) this.bar.start(1000, 0, { note });
    this.started = true;
    this.bar.update(Math.round(Math.min(1, Math.max(0, fraction)) * 1000), { note });
  }

  /** Takes the bar off the screen. */
  stop(): void {
    this.bar?.stop();
  }
}
