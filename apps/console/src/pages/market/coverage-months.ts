import type { Schemas } from '../../api/client';

export type MarketDay = Schemas['MarketDayResponse'];

/** A month of the calendar: its days of the month, undefined if the exchange is closed. */
export interface CoverageMonth {
  /** `2026-11`. */
  readonly month: string;
  readonly days: readonly (MarketDay | undefined)[];
}

const LONGEST_MONTH = 31;

/** Days by month, newest month first. @param days oldest first. */
export function coverageMonths(days: readonly MarketDay[]): CoverageMonth[] {
  const months = new Map<string, (MarketDay | undefined)[]>();
  for (const day of days) {
    const month = day.day.slice(0, 7);
    const row = months.get(month) ?? Array.from<MarketDay | undefined>({ length: LONGEST_MONTH });
    row[Number(day.day.slice(8)) - 1] = day;
    months.set(month, row);
  }
  return [...months].reverse().map(([month, row]) => ({ month, days: row }));
}

export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/**
 * The open day that a key leads to: along the month, or to the nearest open day of the month above or below.
 * @returns the day itself if there is none that way.
 */
export function getAdjacentDay(months: readonly CoverageMonth[], from: string, move: Move): string {
  const at = months.findIndex(({ month }) => from.startsWith(month));
  const column = Number(from.slice(8)) - 1;
  const here = months[at]?.days ?? [];
  const open = here.flatMap((day, index) => (day === undefined ? [] : [{ index, day: day.day }]));
  switch (move) {
    case 'left':
      return open.findLast(({ index }) => index < column)?.day ?? from;
    case 'right':
      return open.find(({ index }) => index > column)?.day ?? from;
    case 'first':
      return open[0]?.day ?? from;
    case 'last':
      return open.at(-1)?.day ?? from;
    default: {
      const other = months[at + (move === 'up' ? -1 : 1)]?.days ?? [];
      const candidates = other.flatMap((day, index) =>
        day === undefined ? [] : [{ far: Math.abs(index - column), day: day.day }],
      );
      return candidates.sort((one, another) => one.far - another.far)[0]?.day ?? from;
    }
  }
}
