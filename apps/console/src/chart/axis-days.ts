import type { Bar, Period } from './bar';

export interface AxisDay {
  readonly index: number;
  readonly text: string;
}

const BARS_A_MONTH = { day: 20.5, week: 4.35 };
const ROOM_PX = 56;
/** Half of a word: nearer to the left edge it would be cut. */
const HALF_WORD_PX = 18;

/**
 * What the axis of time says: the first bar of a week, month, quarter or year, whatever leaves room between the words. A
 * year's first one says the year.
 *
 * @param from First visible bar.
 * @param to The bar after the last visible one.
 */
export function axisDays(bars: readonly Bar[], period: Period, from: number, to: number, barSpace: number): AxisDay[] {
  const unit = unitFor(BARS_A_MONTH[period] * barSpace);
  const days: AxisDay[] = [];
  let lastIsYear = false;
  for (let index = Math.max(1, from); index < Math.min(to, bars.length); index += 1) {
    const day = bars[index]?.tradeDate ?? '';
    const before = bars[index - 1]?.tradeDate ?? '';
    // The first bar may be out of sight but for a part.
    if (unit.of(day) === unit.of(before) || (index - from - 0.5) * barSpace < HALF_WORD_PX) continue;
    const last = days.at(-1);
    const newYear = day.slice(0, 4) !== before.slice(0, 4);
    if (last !== undefined && (index - last.index) * barSpace < ROOM_PX) {
      if (!newYear || lastIsYear) continue;
      days.pop();
    }
    lastIsYear = newYear;
    days.push({ index, text: newYear ? day.slice(0, 4) : unit.text(day) });
  }
  return days;
}

interface Unit {
  readonly of: (day: string) => string | number;
  readonly text: (day: string) => string;
}

const month = (day: string): string => day.slice(2, 7);

function unitFor(monthPx: number): Unit {
  if (monthPx >= ROOM_PX * 4) return { of: toWeek, text: (day) => day.slice(5) };
  if (monthPx >= ROOM_PX) return { of: (day) => day.slice(0, 7), text: month };
  if (monthPx * 3 >= ROOM_PX) return { of: toQuarter, text: month };
  return { of: (day) => day.slice(0, 4), text: (day) => day.slice(0, 4) };
}

function toQuarter(day: string): string {
  return `${day.slice(0, 4)}-${Math.floor((Number(day.slice(5, 7)) - 1) / 3)}`;
}

/** Weeks since Monday, 1970-01-05. */
function toWeek(day: string): number {
  return Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 - 4) / 7);
}
