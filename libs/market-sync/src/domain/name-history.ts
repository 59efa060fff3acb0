import { addDays, type CalendarDay, groupBy } from '#lib/kernel';
import type { NamedSpan } from './st-names';

/** Names before the first observation: the earliest known name counts for all days before it. */
const SINCE_EVER = '1990-12-19' as CalendarDay;

/** The days of which a market's names are known already. */
export interface KnownDays {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/**
 * Names of stocks over time, put together from days in any order: of a fill that goes back, of one that goes on, and of days
 * that come again. The spans of a stock have no hole between them; the last one is open.
 */
export class NameHistory {
  private readonly spans: Map<string, NamedSpan[]>;
  private readonly changed = new Set<string>();

  constructor(stored: readonly NamedSpan[]) {
    this.spans = groupBy(stored, ({ code }) => code);
    for (const own of this.spans.values()) own.sort((one, other) => (one.from < other.from ? -1 : 1));
  }

  /**
   * Notes the names of some days.
   * @param names By day; a stock that a day doesn't name keeps what is known.
   * @param known The days noted before; undefined: none.
   */
  note(names: ReadonlyMap<CalendarDay, readonly { code: string; name: string }[]>, known: KnownDays | undefined): void {
    const days = [...names.keys()].sort();
    // Outwards from what is known, so that a name that is met again only grows.
    const earlier = known === undefined ? [] : days.filter((day) => day < known.from).reverse();
    const later = days.filter((day) => known === undefined || day >= known.from);
    let span = known;
    for (const day of [...earlier, ...later]) {
      for (const { code, name } of names.get(day) ?? []) this.noteName(code, day, name, span);
      span = span === undefined ? { from: day, to: day } : widen(span, day);
    }
  }

  /** The name on a day. */
  nameOn(code: string, day: CalendarDay): string | undefined {
    return this.spans.get(code)?.findLast(({ from }) => from <= day)?.name;
  }

  /** The name that a stock has now. */
  newestName(code: string): string | undefined {
    return this.spans.get(code)?.at(-1)?.name;
  }

  /** All spans of the stocks whose names have changed since the beginning. */
  changedSpans(): Map<string, readonly NamedSpan[]> {
    return new Map([...this.changed].map((code) => [code, this.spans.get(code) ?? []]));
  }

  private noteName(code: string, day: CalendarDay, name: string, known: KnownDays | undefined): void {
    const spans = this.spans.get(code);
    if (spans === undefined) {
      this.store(code, [{ code, name, from: SINCE_EVER, to: null }]);
      return;
    }
    const at = spans.findLastIndex(({ from }) => from <= day);
    const span = spans[at];
    if (span === undefined || span.name === name) return;
    const parts: (readonly [CalendarDay, string])[] =
      known !== undefined && day < known.from
        ? [
            [span.from, name],
            [known.from, span.name],
          ]
        : [
            [span.from, span.name],
            [day, name],
          ];
    // A day between known ones says nothing of those after it.
    if (known !== undefined && day >= known.from && day <= known.to) parts.push([addDays(day, 1), span.name]);
    const replaced = parts.map(([from, text]): NamedSpan => ({ code, name: text, from, to: null }));
    this.store(code, [...spans.slice(0, at), ...replaced, ...spans.slice(at + 1)]);
  }

  /** Stores spans of one stock: each ends the day before the next begins, and equal neighbours are one. */
  private store(code: string, spans: readonly NamedSpan[]): void {
    const joined = spans.filter(({ from, name }, at) => {
      const next = spans[at + 1];
      return (next === undefined || next.from > from) && (at === 0 || spans[at - 1]?.name !== name);
    });
    this.spans.set(
      code,
      joined.map((span, at) => {
        const next = joined[at + 1];
        return { ...span, to: next === undefined ? null : addDays(next.from, -1) };
      }),
    );
    this.changed.add(code);
  }
}

function widen({ from, to }: KnownDays, day: CalendarDay): KnownDays {
  return { from: day < from ? day : from, to: day > to ? day : to };
}
