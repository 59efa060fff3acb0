import type { Hit } from './question';

export interface Bound {
  /** At most this many times the median of DuckDB, or of milliseconds. */
  most: number;
  unit: 'x' | 'ms';
}

/** Times of all sides in one run, and whether they agree on the hits. */
export class Figures {
  private readonly times = new Map<string, number[]>();
  private expected: readonly Hit[] | undefined;
  private readonly differing: string[] = [];

  /** `name` has answered. The first answer of a run is what the others are compared with. */
  compare(name: string, hits: readonly Hit[]): void {
    this.expected ??= hits;
    if (hits.length === this.expected.length && hits.every((hit, index) => hit === this.expected?.[index])) return;
    const other = new Set(this.expected);
    const own = new Set(hits);
    const example = hits.find((hit) => !other.has(hit)) ?? this.expected.find((hit) => !own.has(hit));
    this.differing.push(
      `${name}: ${hits.length} hits instead of ${this.expected.length}, such as ${example ?? 'none'}`,
    );
  }

  add(name: string, ms: number): void {
    this.times.set(name, [...(this.times.get(name) ?? []), ms]);
  }

  get hits(): number {
    return this.expected?.length ?? 0;
  }

  get differences(): readonly string[] {
    return this.differing;
  }

  has(name: string): boolean {
    return this.times.has(name);
  }

  median(name: string): number {
    const sorted = [...(this.times.get(name) ?? [])].sort((a, b) => a - b);
    const middle = sorted.length / 2;
    const upper = sorted[Math.floor(middle)] ?? Number.NaN;
    return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? upper)) / 2 : upper;
  }

  /** One line: median, best, ratio against `base`, and what the bound says. */
  line(name: string, base: string, bound?: Bound): string {
    const ratio = this.median(name) / this.median(base);
    const measured = bound?.unit === 'ms' ? this.median(name) : ratio;
    const verdict =
      bound === undefined ? '' : `${measured <= bound.most ? 'within' : 'ABOVE'} ${bound.most} ${bound.unit}`;
    return [
      name.padEnd(52),
      this.median(name).toFixed(1).padStart(9),
      Math.min(...(this.times.get(name) ?? []))
        .toFixed(1)
        .padStart(9),
      `${ratio.toFixed(1)}x`.padStart(9),
      `  ${verdict}`,
    ].join('');
  }
}
