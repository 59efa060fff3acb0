import type { StockName } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet } from './data-set';
import { buildSpanParams, toTsCode } from './market-slice';

export const stockNames: DataSet<StockName> = {
  api: 'namechange',
  columns: ['ts_code', 'name', 'start_date', 'end_date', 'ann_date', 'change_reason'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    const from = row.dayAtOrAfterFirst('start_date') ?? row.day('start_date');
    const to = row.dayAtOrAfterFirst('end_date');
    return {
      code: stock.code,
      name: row.text('name'),
      from,
      // Some old rows end before they begin.
      to: to !== null && to < from ? from : to,
      announced: row.dayAtOrAfterFirst('ann_date'),
      reason: row.textOrNull('change_reason'),
    };
  },
};

/**
 * Names over time, the source of who was ST when. The vendor repeats rows; repeated ones come once.
 * @param scope One stock, or all whose change was announced in the span (everything where it is left out).
 * @throws VendorError
 */
export async function readStockNames(
  tushare: Tushare,
  scope: { code?: string; from?: CalendarDay; to?: CalendarDay },
  signal?: AbortSignal,
): Promise<VendorRead<StockName>> {
  const params = { ...(scope.code === undefined ? {} : { ts_code: toTsCode(scope.code) }), ...buildSpanParams(scope) };
  const read = await readDataSet(tushare, stockNames, params, signal);
  const byStart = new Map<string, StockName>();
  for (const name of read.rows) {
    const key = `${name.code} ${name.from}`;
    const known = byStart.get(key);
    if (known === undefined || isNewer(name, known)) byStart.set(key, name);
  }
  return { ...read, rows: [...byStart.values()] };
}

/** Of two rows from one day on, the one that was announced later tells when it ended. */
function isNewer(name: StockName, known: StockName): boolean {
  return (name.announced ?? '') > (known.announced ?? '');
}
