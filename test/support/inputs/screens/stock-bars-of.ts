import type { CopiedColumn } from '#lib/bar-matrix/testing';
import { calendarDayFromEpochDay } from '#lib/kernel';
import type { Board } from '#lib/market-data';

/** A bar as it was traded: prices and amount in yuan, volume in shares. What is left out follows from the rest. */
export interface PlainBar {
  /** Left out: the close before. */
  open?: number;
  /** Left out: a tick beyond open and close. */
  high?: number;
  low?: number;
  close: number;
  volume?: number;
  /** Left out: close × volume. */
  amount?: number;
  /** The ex-right previous close. Left out: the close before. */
  referenceClose?: number;
  /** Position of the day in the market's list. Left out: the day after the bar before. */
  day?: number;
  limitUp?: number;
  turnover?: number;
  floatCap?: number;
  st?: boolean;
}

interface Stock {
  code?: string;
  name?: string | null;
  board?: Board;
  /** Day of the first bar. Left out: 1,000, so that the market is older than any window. */
  firstDay?: number;
  /** Open days since the listing on the first bar. Left out: 1,000. */
  listDays?: number;
  isWhole?: boolean;
  isOfFiles?: boolean;
  idleDays?: number;
}

const TICK = 0.01;
/** Epoch day of the market's first one. */
const FIRST_DAY = 15_000;
const LIMIT = { main: 0.1, chinext: 0.2, star: 0.2, bse: 0.3 };

/**
 * Columns of one stock. A reference close below the close before is an ex-right day: prices before it are adjusted down, volumes
 * up.
 */
export function stockBarsOf(plain: readonly PlainBar[], stock: Stock = {}) {
  const { code = '600000', name = '浦发银行', board = 'main', firstDay = 1000, listDays = 1000 } = stock;
  const { isWhole = false, isOfFiles = false, idleDays = 0 } = stock;
  const count = plain.length;
  const column = (value: (bar: PlainBar, at: number) => number) => Float64Array.from(plain, value);
  const closeBefore = (at: number) => plain[at - 1]?.close ?? NaN;
  const openOf = (bar: PlainBar, at: number) => bar.open ?? plain[at - 1]?.close ?? bar.close;
  const highOf = (bar: PlainBar, at: number) => bar.high ?? Math.max(openOf(bar, at), bar.close) + TICK;
  const lowOf = (bar: PlainBar, at: number) => bar.low ?? Math.min(openOf(bar, at), bar.close) - TICK;
  const volumeOf = ({ volume = 1_000_000 }: PlainBar) => volume;

  const multiplier = new Float64Array(count).fill(1);
  for (let at = count - 1; at > 0; at -= 1) {
    const reference = plain[at]?.referenceClose;
    multiplier[at - 1] = (multiplier[at] ?? 1) * (reference === undefined ? 1 : reference / closeBefore(at));
  }
  const adjusted = (value: (bar: PlainBar, at: number) => number) =>
    column((bar, at) => value(bar, at) * (multiplier[at] ?? 1));

  const day = new Int32Array(count);
  for (const [at, bar] of plain.entries()) day[at] = bar.day ?? (at === 0 ? firstDay : (day[at - 1] ?? 0) + 1);
  const date = Array.from(day, (each) => calendarDayFromEpochDay(FIRST_DAY + each));
  const referenceClose = column((bar, at) => bar.referenceClose ?? closeBefore(at));
  const limit = (sign: 1 | -1) =>
    column((_, at) => Math.round((referenceClose[at] ?? NaN) * (1 + sign * LIMIT[board]) * 100 + 1e-6) / 100);
  const [limitUp, limitDown] = [limit(1), limit(-1)];
  for (const [at, bar] of plain.entries()) if (bar.limitUp !== undefined) limitUp[at] = bar.limitUp;
  return {
    origin: {},
    ...{ code, name, board, count, isWhole, isOfFiles, idleDays, day, openDay: day, date },
    open: adjusted(openOf),
    high: adjusted(highOf),
    low: adjusted(lowOf),
    close: adjusted(({ close }) => close),
    volume: column((bar, at) => volumeOf(bar) / (multiplier[at] ?? 1)),
    tradedVolume: column(volumeOf),
    amount: column((bar) => bar.amount ?? bar.close * volumeOf(bar)),
    tradedOpen: column(openOf),
    tradedHigh: column(highOf),
    tradedLow: column(lowOf),
    tradedClose: column(({ close }) => close),
    referenceClose,
    pct: column(({ close }, at) => (close / (referenceClose[at] ?? NaN) - 1) * 100),
    turnover: column(({ turnover = 2 }) => turnover),
    floatCap: column(({ floatCap = 10e9 }) => floatCap),
    totalCap: column(({ floatCap = 10e9 }) => floatCap),
    ...{ limitUp, limitDown },
    limitUpAt: (at: number) => limitUp[at] ?? NaN,
    limitDownAt: (at: number) => limitDown[at] ?? NaN,
    locked: Uint8Array.from(plain, (bar, at) => Number(highOf(bar, at) === lowOf(bar, at))),
    st: Uint8Array.from(plain, ({ st = false }) => Number(st)),
    listDays: Int32Array.from(day, (each) => each - (day[0] ?? 0) + listDays),
    copyNewest(this: Record<CopiedColumn, Float64Array>, column: CopiedColumn, out: Float64Array): void {
      out.set(this[column].slice(-out.length));
    },
  };
}

interface LimitsByBar {
  limitUpAt(at: number): number;
  limitDownAt(at: number): number;
}

/** The same columns without what lies before `first` and after `last`, as if no more were stored. */
export function cutBars<Bars extends LimitsByBar>(bars: Bars, first: number, last: number): Bars {
  const cut = Object.entries(bars).map(([key, value]: [string, unknown]) => [
    key,
    ArrayBuffer.isView(value) || Array.isArray(value) ? (value as Float64Array).slice(first, last + 1) : value,
  ]);
  return {
    ...(Object.fromEntries(cut) as Bars),
    ...{ origin: {}, count: last - first + 1 },
    limitUpAt: (at: number) => bars.limitUpAt(first + at),
    limitDownAt: (at: number) => bars.limitDownAt(first + at),
  };
}
