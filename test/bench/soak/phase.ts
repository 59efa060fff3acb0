import type { Answer, Listener } from './load';
import type { Memory } from './memory';
import { percentile } from '../statistics';

/** Memory at a moment, in minutes since the beginning of its phase. */
export interface MemorySample extends Memory {
  minute: number;
}

/** The answers of one phase. */
export class Phase {
  readonly times: number[] = [];
  readonly memory: MemorySample[] = [];
  /** Answers other than 2xx, by route and status; 0 is a broken connection. */
  readonly refused = new Map<string, { status: number; count: number }>();
  private readonly byRoute = new Map<string, number[]>();
  private readonly began = performance.now();
  private sampled = 0;
  private readonly succeeded = new Map<string, number>();

  constructor(readonly name: string) {}

  readonly listener: Listener = ({ name, status, ms }: Answer) => {
    this.times.push(ms);
    const ofRoute = this.byRoute.get(name) ?? [];
    if (ofRoute.length === 0) this.byRoute.set(name, ofRoute);
    ofRoute.push(ms);
    if (status >= 200 && status < 300) {
      this.succeeded.set(name, this.answered(name) + 1);
      return;
    }
    const key = `${name}: ${status === 0 ? 'no answer' : status}`;
    this.refused.set(key, { status, count: (this.refused.get(key)?.count ?? 0) + 1 });
  };

  get routes(): string[] {
    return [...this.byRoute.keys()].sort();
  }

  /** Milliseconds below which a part of the answers came, of all routes or of one. */
  at(part: number, route?: string): number {
    return percentile(route === undefined ? this.times : (this.byRoute.get(route) ?? []), part);
  }

  /** How many 2xx the route gave. */
  answered(route: string): number {
    return this.succeeded.get(route) ?? 0;
  }

  countOf(matches: (status: number) => boolean): number {
    return [...this.refused.values()].reduce((sum, { status, count }) => sum + (matches(status) ? count : 0), 0);
  }

  /** Prints the window since the last sample. */
  sample(memory: Memory | undefined): void {
    const window = this.times.slice(this.sampled);
    this.sampled = this.times.length;
    const minute = (performance.now() - this.began) / 60_000;
    if (memory !== undefined) this.memory.push({ ...memory, minute });
    const ms = [0.5, 0.99].map((part) => percentile(window, part).toFixed(1));
    const used =
      memory === undefined
        ? ''
        : `, MiB ${memory.api.toFixed(0)} ${memory.worker.toFixed(0)} ${memory.postgres.toFixed(0)}`;
    console.log(
      `${(minute * 60).toFixed(0).padStart(4)} s: ${window.length} answers, p50 ${ms[0] ?? ''} ms, p99 ${ms[1] ?? ''} ms${used}, ` +
        `not 2xx so far ${this.countOf(() => true)}`,
    );
  }

  line(): string {
    return `${this.name}: ${this.times.length} answers, p50 ${this.at(0.5).toFixed(1)} ms, p99 ${this.at(0.99).toFixed(1)} ms`;
  }
}
