import type { CalendarDay } from '#lib/kernel';
import { type Tushare, TushareFault } from '../tushare';
import { type DataSet, readDataSet, type TushareRead } from './data-set';
import type { StockListing } from './stock-listings';

/** A Beijing stock that got a 920 code. Its history before stands under either code. */
export interface BseCodeChange {
  readonly oldCode: string;
  readonly newCode: string;
  readonly name: string | null;
  readonly listDate: CalendarDay | null;
}

export const bseCodeChanges: DataSet<BseCodeChange> = {
  api: 'bse_mapping',
  columns: ['name', 'o_code', 'n_code', 'list_date'],
  decode: (row) => {
    const old = row.stock('o_code');
    const now = row.stock('n_code');
    if (old === undefined || now === undefined || old.code === now.code) return undefined;
    return { oldCode: old.code, newCode: now.code, name: row.textOrNull('name'), listDate: row.dayOrNull('list_date') };
  },
};

/**
 * The vendor's own table of old and new codes; for an account that may not read it, what the listings alone show.
 * @throws TushareFault other than `permission`.
 */
export async function readBseCodeChanges(
  tushare: Tushare,
  listings: readonly StockListing[],
  signal?: AbortSignal,
): Promise<TushareRead<BseCodeChange>> {
  try {
    return await readDataSet(tushare, bseCodeChanges, {}, signal);
  } catch (error) {
    if (!(error instanceof TushareFault && error.fault === 'permission')) throw error;
    return { rows: bseCodeChangesOf(listings), leftOut: 0, calls: error.calls };
  }
}

/**
 * What the listings alone show: an old Beijing code that is gone, and a 920 code
 * that was listed on the same day. Only pairs that are the one possibility count: several stocks of one day are told apart
 * by name, or not at all.
 */
export function bseCodeChangesOf(listings: readonly StockListing[]): BseCodeChange[] {
  const beijing = listings.filter(({ exchange, listDate }) => exchange === 'BSE' && listDate !== null);
  const old = beijing.filter(({ code, status }) => !code.startsWith('920') && status !== 'listed');
  const renewed = beijing.filter(({ code, status }) => code.startsWith('920') && status === 'listed');
  return old.flatMap((gone) => {
    const sameName = renewed.filter(({ name, listDate }) => name === gone.name && listDate === gone.listDate);
    const sameDay = renewed.filter(({ listDate }) => listDate === gone.listDate);
    const rivals = old.filter(({ listDate }) => listDate === gone.listDate);
    const [only] = sameName.length === 1 ? sameName : sameDay.length === 1 && rivals.length === 1 ? sameDay : [];
    if (only === undefined) return [];
    return [{ oldCode: gone.code, newCode: only.code, name: only.name, listDate: only.listDate }];
  });
}
