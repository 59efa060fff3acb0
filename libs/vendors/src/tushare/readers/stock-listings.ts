import type { ListingStatus, StockListing } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, joined, readDataSet } from './data-set';
import { MalformedRow } from './row-reader';

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

/** All A-shares, one call for each status: the API gives only listed ones unless it is asked. @throws VendorError */
export async function readStockListings(tushare: Tushare, signal?: AbortSignal): Promise<VendorRead<StockListing>> {
  const reads: VendorRead<StockListing>[] = [];
  for (const status of Object.keys(STATUSES)) {
    reads.push(await readDataSet(tushare, stockListings, { list_status: status }, signal));
  }
  return joined(reads);
}
