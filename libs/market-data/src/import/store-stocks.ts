import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '../domain/stock-code';
import { type StockRow, updateInitials, upsertStocks } from '../persistence/stock-upserts.query';
import { spellInitials, searchName } from '../stocks/stock-search';

/** A stock of a load, with the first and last day of its bars there. */
export interface StagedStock {
  code: string;
  exchange: Exchange;
  board: Board;
  /** Null leaves what is stored. */
  name: string | null;
  /** The vendor's own spelling, such as `payh`; left out, it is made from the name. */
  initials?: string | null;
  listDate: CalendarDay | null;
  firstBarDate: CalendarDay;
  lastBarDate: CalendarDay;
}

/** Adds and updates stocks by code; rows that say nothing new are not touched. @returns whether any changed. */
export async function storeStocks(tx: SqlRunner, stocks: readonly StagedStock[]): Promise<boolean> {
  const sorted = [...stocks].sort((a, b) => (a.code < b.code ? -1 : 1));
  const rows = sorted.map((stock): StockRow => ({
    ...stock,
    initials: stock.name === null ? null : spellInitials(stock.name),
    searchName: stock.name === null ? null : searchName(stock.name),
  }));
  const spelled = sorted.filter((stock) => (stock.initials ?? null) !== null);
  return (await upsertStocks(tx, rows)) + (await updateInitials(tx, spelled)) > 0;
}
