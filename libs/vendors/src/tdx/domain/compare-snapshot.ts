import type { CalendarDay } from '#lib/kernel';
import { findPriceLimit } from '#lib/market-data/domain';
import type { ListedDay } from '#lib/market-sync';
import type { SnapshotStock } from './snapshot-line';

/** What a stock's day and its quote of that evening are compared in. */
export const COMPARED_KINDS = ['close', 'previous_close', 'up_limit', 'down_limit', 'market_cap'] as const;
export type ComparedKind = (typeof COMPARED_KINDS)[number];

/** A value of a package that is not the snapshot's: yuan. */
export interface SnapshotDifference {
  readonly kind: ComparedKind;
  readonly code: string;
  readonly package: number;
  readonly snapshot: number;
}

export interface SnapshotComparison {
  /** Stocks that both have. */
  readonly compared: number;
  /** All differences, the largest relative ones first. */
  readonly differences: readonly SnapshotDifference[];
}

const HALF_FEN = 0.005;
/** Caps of the snapshot have two decimals of 100 million yuan, of which small stocks have one or two. */
const CAP_TOLERANCE = 0.01;

/** Compares the stocks of a day with the quotes of its evening; quotes of other days are left out. */
export function compareSnapshot(
  day: CalendarDay,
  stocks: readonly ListedDay[],
  quotes: readonly SnapshotStock[],
): SnapshotComparison {
  const byCode = new Map(quotes.filter((quote) => quote.day === day).map((quote) => [quote.code, quote]));
  let compared = 0;
  const differences: SnapshotDifference[] = [];
  for (const stock of stocks) {
    const quote = byCode.get(stock.code);
    if (quote === undefined || stock.bar === null) continue;
    compared += 1;
    differences.push(...compareStock(stock, stock.bar, quote));
  }
  return { compared, differences: differences.toSorted((one, other) => distance(other) - distance(one)) };
}

function compareStock(
  stock: ListedDay,
  bar: NonNullable<ListedDay['bar']>,
  quote: SnapshotStock,
): SnapshotDifference[] {
  const { code } = stock;
  const [, , , close, preClose] = bar;
  const limit = preClose === null ? null : findLimit(stock, preClose);
  const found: SnapshotDifference[] = [];
  const compare = (kind: ComparedKind, ours: number | null, theirs: number | null, tolerance: number): void => {
    if (ours === null || theirs === null || Math.abs(ours - theirs) < tolerance) return;
    found.push({ kind, code, package: ours, snapshot: theirs });
  };
  compare('close', close, quote.close, HALF_FEN);
  compare('previous_close', preClose, quote.previousClose, HALF_FEN);
  compare('up_limit', limit?.up ?? null, quote.upLimit, HALF_FEN);
  compare('down_limit', limit?.down ?? null, quote.downLimit, HALF_FEN);
  const cap = quote.floatShares === null ? null : quote.floatShares * close;
  compare('market_cap', cap, quote.circMarketCap, (quote.circMarketCap ?? 0) * CAP_TOLERANCE + 1e6);
  return found;
}

function findLimit({ board, tradeDate, isSt }: ListedDay, preClose: number): { up: number; down: number } | null {
  const limit = findPriceLimit({ board, tradeDate, isSt, preCloseFen: Math.round(preClose * 100), tradingDayNo: null });
  return limit === null ? null : { up: limit.upFen / 100, down: limit.downFen / 100 };
}

function distance({ package: ours, snapshot }: SnapshotDifference): number {
  return Math.abs(ours - snapshot) / Math.max(Math.abs(snapshot), HALF_FEN);
}
