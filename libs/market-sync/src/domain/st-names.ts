import { type CalendarDay, groupBy } from '#lib/kernel';
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
  private readonly known: ReadonlySet<string>;
  private readonly spans: ReadonlyMap<string, NamedSpan[]>;

  constructor(names: readonly NamedSpan[]) {
    this.known = new Set(names.map(({ code }) => code));
    this.spans = groupBy(
      names.filter(({ name }) => isStName(name)),
      ({ code }) => code,
    );
  }

  /** Null if no name of the stock is known. */
  isSt(code: string, day: CalendarDay): boolean | null {
    if (!this.known.has(code)) return null;
    return this.spans.get(code)?.some(({ from, to }) => from <= day && (to === null || to >= day)) === true;
  }
}
