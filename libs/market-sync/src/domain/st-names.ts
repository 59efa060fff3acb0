import type { CalendarDay } from '#lib/kernel';
import { isStName } from '#lib/market-data/domain';

/** A name of a stock and the days it held; open-ended without `to`. */
export interface NamedSpan {
  code: string;
  name: string;
  from: CalendarDay;
  to: CalendarDay | null;
}

/** Who was under special treatment when, by the names over time. */
export class StNames {
  private readonly known = new Set<string>();
  private readonly spans = new Map<string, NamedSpan[]>();

  constructor(names: readonly NamedSpan[]) {
    for (const span of names) {
      this.known.add(span.code);
      if (!isStName(span.name)) continue;
      const own = this.spans.get(span.code);
      if (own === undefined) this.spans.set(span.code, [span]);
      else own.push(span);
    }
  }

  /** Null if no name of the stock is known. */
  isSt(code: string, day: CalendarDay): boolean | null {
    if (!this.known.has(code)) return null;
    return this.spans.get(code)?.some(({ from, to }) => from <= day && (to === null || to >= day)) === true;
  }
}
