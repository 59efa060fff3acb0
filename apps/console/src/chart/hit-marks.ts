import { type Bar, findBarIndex, type Period } from './bar';

/** The days on which a screen found the stock. */
export interface ChartHits {
  /** The screen's name. */
  readonly name: string;
  readonly days: readonly string[];
  /** The first day that was looked at. */
  readonly from: string;
}

/** The bars of those days, each once: a week may have several. */
export function hitMarks(bars: readonly Bar[], period: Period, days: readonly string[]): number[] {
  return [...new Set(days.flatMap((day) => findBarIndex(bars, day, period) ?? []))];
}

const YEARS = 5;

/** The days that can be asked for at once: of the bars, the newest five years. */
export function hitSpan(
  bars: readonly Pick<Bar, 'firstDate' | 'tradeDate'>[],
): { from: string; to: string } | undefined {
  const [first, last] = [bars[0]?.firstDate, bars.at(-1)?.tradeDate];
  if (first === undefined || last === undefined) return undefined;
  const oldest = `${Number(last.slice(0, 4)) - YEARS}${last.slice(4) === '-02-29' ? '-03-01' : last.slice(4)}`;
  return { from: first > oldest ? first : oldest, to: last };
}
