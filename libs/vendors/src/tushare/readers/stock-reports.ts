import type { ReportKind, StockReport } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { readDataSet } from './data-set';
import { buildSpanParams, toTsCode, toVendorDay } from './market-slice';
import { REPORT_SOURCES, reportDataSet, type UnnumberedReport } from './report-data-sets';

/**
 * What to ask for: one stock's reports (2,000 points), or one day's of all stocks.
 *
 * `from` and `to` bound what the API bounds by `start_date` and `end_date`: the announcement of statements, audits and
 * holders' trades, the period of indicators, the unlock day; the APIs of pledges and dividends ignore them.
 *
 * `day` is the period's end of an indicator, income, balance sheet or cash flow (through the `_vip` APIs, 5,000 points, one
 * call and its pages instead of one a stock), the day of the statistics of pledges, and the day of the announcement of
 * holders' trades, unlocks and dividends.
 */
export type ReportScope =
  { readonly code: string; readonly from?: CalendarDay; readonly to?: CalendarDay } | { readonly day: CalendarDay };

/** Statements that `day` can ask for; an audit must be asked stock by stock. */
export const WHOLE_MARKET_STATEMENTS: readonly ReportKind[] = (Object.keys(REPORT_SOURCES) as ReportKind[]).filter(
  (statement) => REPORT_SOURCES[statement].dayParam !== undefined,
);

/**
 * Reports of one kind, each publication of a period on its own, so that whoever reads them as of a day finds what was known
 * then. The vendor repeats statement rows: see {@link withoutRepeats}.
 * @throws VendorError
 */
export async function readStockReports(
  tushare: Tushare,
  statement: ReportKind,
  scope: ReportScope,
  signal?: AbortSignal,
): Promise<VendorRead<StockReport>> {
  const { api, params } = buildRequest(statement, scope);
  const read = await readDataSet(tushare, reportDataSet(statement, api), params, signal);
  return { ...read, rows: withoutRepeats(read.rows) };
}

function buildRequest(statement: ReportKind, scope: ReportScope): { api: string; params: Record<string, string> } {
  const source = REPORT_SOURCES[statement];
  if ('code' in scope) {
    return { api: source.api, params: { ts_code: toTsCode(scope.code), ...buildSpanParams(scope) } };
  }
  if (source.dayParam === undefined) throw new Error(`${source.api} answers for one stock only`);
  return { api: source.wholeMarketApi ?? source.api, params: { [source.dayParam]: toVendorDay(scope.day) } };
}

/** Kinds of which several rows of one day are several events; of the others they are repetitions. */
const EVENTS: ReadonlySet<ReportKind> = new Set(['holder_trade', 'share_unlock', 'dividend']);

/**
 * One row for each report, numbered in an order that doesn't depend on the order of the reply. Of statements the vendor
 * gives figures that were restated later under the first day of publication, with `update_flag` 1 beside the 0 of what was
 * published then. Both are kept where they differ, 0 as ordinal 0 and 1 as ordinal 1: from when on the second was public
 * the vendor doesn't say.
 */
export function withoutRepeats(rows: readonly UnnumberedReport[]): StockReport[] {
  const groups = new Map<string, Map<string, UnnumberedReport>>();
  for (const row of rows) {
    const key = `${row.code} ${row.periodEnd} ${row.publishedOn}`;
    const group = groups.get(key) ?? new Map<string, UnnumberedReport>();
    groups.set(key, group);
    const own = EVENTS.has(row.statement) ? JSON.stringify(row.fields) : getFlag(row);
    if (!group.has(own)) group.set(own, row);
  }
  return [...groups.values()].flatMap((group) => {
    const sorted = [...group.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
    return withoutSameUpdate(sorted).map((row, ordinal) => ({ ...row, ordinal }));
  });
}

/** Of statements the first and the last version, or one where they say the same. */
function withoutSameUpdate(rows: readonly UnnumberedReport[]): readonly UnnumberedReport[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || EVENTS.has(first.statement)) return rows;
  const figures = ({ fields }: UnnumberedReport): string => JSON.stringify({ ...fields, update_flag: null });
  return figures(first) === figures(last) ? [first] : [first, last];
}

function getFlag({ fields }: UnnumberedReport): string {
  return String(fields['update_flag'] ?? '');
}
