import { setTimeout as sleep } from 'node:timers/promises';

/** How often each reply came, by the name of the request. */
export type ReplyCounts = Record<string, Record<string, number>>;

interface Failed {
  readonly name: string;
  readonly reply: string;
  readonly at: number;
}

const PAUSE_MS = 50;

/** Clients that send one request after another, each as soon as the last was answered, while a fault happens. */
export class Traffic {
  readonly counts: ReplyCounts = {};
  private readonly failed: Failed[] = [];
  private readonly clients: Promise<void>[] = [];
  private running = true;

  /**
   * Starts a client.
   * @param ask one request. @returns its status, with the error code if it has one; a rejection counts as `no answer`.
   */
  start(name: string, ask: () => Promise<{ status: number; code?: string | undefined }>): void {
    this.clients.push(this.repeat(name, ask));
  }

  /** How many replies of `name` were 2xx so far. */
  goodReplies(name: string): number {
    return Object.entries(this.counts[name] ?? {}).reduce(
      (sum, [reply, count]) => (reply.startsWith('2') ? sum + count : sum),
      0,
    );
  }

  /** Ends all clients when their present requests have been answered. */
  async stop(): Promise<ReplyCounts> {
    this.running = false;
    await Promise.all(this.clients);
    return this.counts;
  }

  /** Replies that were not 2xx. */
  failures(): string[] {
    return this.failed.map(({ name, reply }) => `${name}: ${reply}`);
  }

  /** Milliseconds from the first to the last reply that was not 2xx. */
  get failedMs(): number {
    const times = this.failed.map(({ at }) => at);
    return times.length === 0 ? 0 : Math.round(Math.max(...times) - Math.min(...times));
  }

  private async repeat(name: string, ask: () => Promise<{ status: number; code?: string | undefined }>): Promise<void> {
    while (this.running) {
      const reply = await ask().then(
        ({ status, code }) => (code === undefined ? String(status) : `${status} ${code}`),
        () => 'no answer',
      );
      const counts = (this.counts[name] ??= {});
      counts[reply] = (counts[reply] ?? 0) + 1;
      if (!reply.startsWith('2')) this.failed.push({ name, reply, at: performance.now() });
      await sleep(PAUSE_MS);
    }
  }
}
