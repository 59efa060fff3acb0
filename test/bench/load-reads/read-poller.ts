import { percentile } from '../statistics';

export interface ReadFigures {
  answers: number;
  p99: number;
  slowest: { ms: number; path: string };
  /** Answers of 500 and above, and requests that got none. */
  faults: string[];
}

const PAUSE_MS = 20;
const LONGEST_MS = 30_000;

/** Asks for a list of paths round and round, on some connections at once, and keeps what each answer took. */
export class ReadPoller {
  private took: { path: string; ms: number }[] = [];
  private faults: string[] = [];
  private stopped = false;
  private readonly loops: Promise<unknown>;

  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly paths: readonly string[],
    connections: number,
  ) {
    this.loops = Promise.all(Array.from({ length: connections }, (_, index) => this.loop(index)));
  }

  /** @returns what was kept since the last call, and forgets it. */
  take(): ReadFigures {
    const { took, faults } = this;
    [this.took, this.faults] = [[], []];
    const times = took.map(({ ms }) => ms);
    const slowest = took.reduce((worst, one) => (one.ms > worst.ms ? one : worst), { ms: 0, path: '' });
    return { answers: took.length, p99: percentile(times, 0.99), slowest, faults };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.loops;
  }

  private async loop(first: number): Promise<void> {
    for (let turn = first * 7; !this.stopped; turn += 1) {
      const path = this.paths[turn % this.paths.length] ?? '/health/live';
      const began = performance.now();
      try {
        const response = await fetch(`${this.address}${path}`, {
          headers: { authorization: `Bearer ${this.token}` },
          signal: AbortSignal.timeout(LONGEST_MS),
        });
        await response.arrayBuffer();
        if (response.status >= 500) this.faults.push(`${path} ${response.status}`);
      } catch (error) {
        this.faults.push(`${path} ${String(error)}`);
      }
      this.took.push({ path, ms: performance.now() - began });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
