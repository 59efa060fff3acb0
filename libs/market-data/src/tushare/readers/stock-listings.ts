import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '../../domain/stock-code';
import type { Tushare } from '../tushare';
import { type DataSet, joined, readDataSet, type TushareRead } from './data-set';
import { MalformedRow } from './row-reader';

export type ListingStatus = 'listed' | 'delisted' | 'paused';

/** A stock of `stock_basic`: one that trades, one that is paused (暂停上市), or one that is gone. */
export interface StockListing {
  readonly code: string;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly name: string;
  readonly status: ListingStatus;
  readonly listDate: CalendarDay | null;
  readonly delistDate: CalendarDay | null;
  readonly industry: string | null;
  /** Pinyin initials of the name in lower case, such as `payh`. */
  readonly initials: string | null;
}

const STATUSES: Readonly<Record<string, ListingStatus>> = { L: 'listed', D: 'delisted', P: 'paused' };

export const stockListings: DataSet<StockListing> = {
  api: 'stock_basic',
  key: ({ code }) => code,
  columns: ['ts_code', 'name', 'industry', 'cnspell', 'list_status', 'list_date', 'delist_date'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    const status = STATUSES[row.text('list_status')];
    if (status === undefined) throw new MalformedRow('list_status', 'is none of L, D, P');
    return {
      code: stock.code,
      exchange: stock.exchange,
      board: stock.board,
      name: row.text('name'),
      status,
      listDate: row.dayAtOrAfterFirst('list_date'),
      delistDate: row.dayOrNull('delist_date'),
      industry: row.textOrNull('industry'),
      initials: row.textOrNull('cnspell')?.toLowerCase() ?? null,
    };
  },
};

/** All A-shares, one call for each status: the API gives only listed ones unless it is asked. @throws TushareFault */
export async function readStockListings(tushare: Tushare, signal?: AbortSignal): Promise<TushareRead<StockListing>> {
  const reads: TushareRead<StockListing>[] = [];
  for (const status of Object.keys(STATUSES)) {
    reads.push(await readDataSet(tushare, stockListings, { list_status: status }, signal));
  }
  return joined(reads);
}
