import type { CalendarDay } from '#lib/kernel';
import type { DaySet } from './domain/data-sets';
import type { PackedBar } from './domain/vendor-rows';
import type { MarketVendor } from './vendor/market-vendor';

export interface DayRead {
  rows: readonly { code: string }[];
  /** By which two readings are compared: yuan traded, if the rows have an amount. */
  total: number;
  calls: number;
}

/** Fetches a data set's day. Rows of other days are dropped; a stock that comes twice counts once, the last. */
export async function fetchDay(
  vendor: MarketVendor,
  dataSet: DaySet,
  day: CalendarDay,
  signal: AbortSignal,
): Promise<DayRead> {
  const read = await vendor.fetchDay(dataSet, day, signal);
  const byCode = new Map<string, DayRow>();
  for (const row of read.rows) byCode.set(row.code, row);
  const rows = [...byCode.values()].filter((row) => row.tradeDate === day);
  const total = rows.reduce((sum, row) => sum + getAmount(row), 0);
  // To the fen: the order of the rows must not make two sums differ.
  return { rows, total: Math.round(total * 100), calls: read.calls };
}

type DayRow = { code: string; tradeDate: CalendarDay; amount?: number | null; bar?: PackedBar | null };

/** Yuan traded; 0 in a row that has no amount. */
function getAmount({ amount, bar }: DayRow): number {
  return amount ?? bar?.[6] ?? 0;
}
