/** At most so many requests within any span of so many ms. */
export interface FakeLimit {
  readonly requests: number;
  readonly perMs: number;
}

/** Counts requests by service, as the services do. */
export class RateCounter {
  private readonly times = new Map<string, number[]>();

  count(name: string, at: number): void {
    this.times.set(name, [...(this.times.get(name) ?? []), at]);
  }

  isOver(name: string, { requests, perMs }: FakeLimit, at: number): boolean {
    return (this.times.get(name) ?? []).filter((time) => time > at - perMs).length >= requests;
  }

  reset(): void {
    this.times.clear();
  }
}
