import type { ReportFields, ReportKind, StockReport } from '#lib/market-sync';
import type { DataSet } from './data-set';
import { MalformedRow, type RowReader } from './row-reader';

/** How the reports of one kind are asked for and read. */
export interface ReportSource {
  readonly api: string;
  /** The API that gives one period of all stocks (5,000 points), where there is one. */
  readonly wholeMarketApi?: string;
  /** The parameter of a day of the whole market: the period's end, or the day of the announcement. */
  readonly dayParam?: 'period' | 'end_date' | 'ann_date';
  readonly periodEnd: readonly string[];
  readonly publishedOn: readonly string[];
  readonly numbers: readonly string[];
  readonly texts?: readonly string[];
  readonly days?: readonly string[];
  /** Columns in ten thousand shares. */
  readonly tenThousands?: readonly string[];
}

/** Consolidated statements alone; parents', adjusted and quarterly ones would stand beside them under the same period. */
const CONSOLIDATED = '1';

const PUBLISHED = ['f_ann_date', 'ann_date'];

export const REPORT_SOURCES: Readonly<Record<ReportKind, ReportSource>> = {
  indicator: {
    api: 'fina_indicator',
    wholeMarketApi: 'fina_indicator_vip',
    dayParam: 'period',
    periodEnd: ['end_date'],
    publishedOn: ['ann_date'],
    texts: ['update_flag'],
    numbers: [
      ...['eps', 'dt_eps', 'bps', 'roe', 'roe_waa', 'roe_dt', 'roe_yearly', 'roa', 'roic'],
      ...['grossprofit_margin', 'netprofit_margin', 'debt_to_assets', 'current_ratio', 'quick_ratio', 'ocfps'],
      ...['profit_dedt', 'netprofit_yoy', 'dt_netprofit_yoy', 'tr_yoy', 'or_yoy', 'op_yoy', 'ocf_yoy'],
      ...['q_sales_yoy', 'q_netprofit_yoy', 'ocf_to_or', 'ocf_to_profit', 'inv_turn'],
    ],
  },
  income: {
    api: 'income',
    wholeMarketApi: 'income_vip',
    dayParam: 'period',
    periodEnd: ['end_date'],
    publishedOn: PUBLISHED,
    texts: ['report_type', 'comp_type', 'update_flag'],
    numbers: [
      ...['total_revenue', 'revenue', 'oper_cost', 'operate_profit', 'total_profit', 'n_income'],
      ...['n_income_attr_p', 'rd_exp', 'basic_eps'],
    ],
  },
  balance_sheet: {
    api: 'balancesheet',
    wholeMarketApi: 'balancesheet_vip',
    dayParam: 'period',
    periodEnd: ['end_date'],
    publishedOn: PUBLISHED,
    texts: ['report_type', 'comp_type', 'update_flag'],
    numbers: [
      ...['total_assets', 'total_liab', 'total_hldr_eqy_exc_min_int', 'goodwill', 'money_cap', 'accounts_receiv'],
      ...['inventories', 'total_cur_assets', 'total_cur_liab', 'st_borr', 'lt_borr', 'bond_payable'],
      ...['non_cur_liab_due_1y', 'undistr_porfit', 'total_share'],
    ],
  },
  cash_flow: {
    api: 'cashflow',
    wholeMarketApi: 'cashflow_vip',
    dayParam: 'period',
    periodEnd: ['end_date'],
    publishedOn: PUBLISHED,
    texts: ['report_type', 'comp_type', 'update_flag'],
    numbers: [
      ...['n_cashflow_act', 'c_pay_acq_const_fiolta', 'n_cashflow_inv_act', 'n_cash_flows_fnc_act'],
      ...['free_cashflow', 'c_fr_sale_sg'],
    ],
  },
  audit: {
    api: 'fina_audit',
    periodEnd: ['end_date'],
    publishedOn: ['ann_date'],
    texts: ['audit_result', 'audit_agency'],
    numbers: ['audit_fees'],
  },
  pledge: {
    api: 'pledge_stat',
    dayParam: 'end_date',
    periodEnd: ['end_date'],
    // The statistics of a Friday are out at the week's end; the row has no day of its own for it.
    publishedOn: ['end_date'],
    numbers: ['pledge_count', 'pledge_ratio'],
    tenThousands: ['unrest_pledge', 'rest_pledge', 'total_share'],
  },
  holder_trade: {
    api: 'stk_holdertrade',
    dayParam: 'ann_date',
    periodEnd: ['close_date', 'begin_date', 'ann_date'],
    publishedOn: ['ann_date'],
    // holder_type: C company, P person, G executive. in_de: IN bought, DE sold.
    texts: ['holder_name', 'holder_type', 'in_de'],
    numbers: ['change_vol', 'change_ratio', 'after_share', 'after_ratio', 'avg_price', 'total_share'],
    days: ['begin_date', 'close_date'],
  },
  share_unlock: {
    api: 'share_float',
    dayParam: 'ann_date',
    periodEnd: ['float_date'],
    publishedOn: ['ann_date'],
    texts: ['holder_name', 'share_type'],
    numbers: ['float_share', 'float_ratio'],
  },
  dividend: {
    api: 'dividend',
    dayParam: 'ann_date',
    periodEnd: ['end_date'],
    publishedOn: ['imp_ann_date', 'ann_date'],
    texts: ['div_proc'],
    // A share's: bonus and converted shares, yuan after and before tax.
    numbers: ['stk_div', 'stk_bo_rate', 'stk_co_rate', 'cash_div', 'cash_div_tax'],
    tenThousands: ['base_share'],
    days: ['ann_date', 'record_date', 'ex_date', 'pay_date', 'div_listdate', 'imp_ann_date'],
  },
};

/** A report before the rows of one day are numbered. */
export type UnnumberedReport = Omit<StockReport, 'ordinal'>;

/** The data set of a kind of report, under its own API or the whole market's. */
export function reportDataSet(statement: ReportKind, api = REPORT_SOURCES[statement].api): DataSet<UnnumberedReport> {
  const source = REPORT_SOURCES[statement];
  const { numbers, texts = [], days = [], tenThousands = [] } = source;
  const columns = new Set([
    ...['ts_code', ...source.publishedOn, ...source.periodEnd],
    ...[...texts, ...numbers, ...tenThousands, ...days],
  ]);
  return {
    api,
    columns: [...columns],
    decode: (row) => {
      const stock = row.stock();
      if (stock === undefined) return undefined;
      const reportType = texts.includes('report_type') ? row.textOrNull('report_type') : null;
      if (reportType !== null && reportType !== CONSOLIDATED) return undefined;
      // Of a period before the exchanges there is nobody who could have traded on it.
      if ([...source.publishedOn, ...source.periodEnd].some((column) => row.isBeforeFirst(column))) return undefined;
      const publishedOn = firstDay(row, source.publishedOn);
      // A report without a day of its publication could never be known to have been public.
      if (publishedOn === undefined) return undefined;
      const periodEnd = firstDay(row, source.periodEnd);
      if (periodEnd === undefined) throw new MalformedRow(source.periodEnd[0] ?? '', 'is empty');
      const fields: Record<string, string | number | null> = {};
      for (const column of texts) fields[column] = row.textOrNull(column);
      for (const column of numbers) fields[column] = row.numberOrNull(column);
      for (const column of days) fields[column] = row.dayAtOrAfterFirst(column);
      for (const column of tenThousands) fields[column] = inShares(row, column);
      return { code: stock.code, statement, periodEnd, publishedOn, fields: fields satisfies ReportFields };
    },
  };
}

function firstDay(row: RowReader, columns: readonly string[]): ReturnType<RowReader['day']> | undefined {
  for (const column of columns) {
    const day = row.dayOrNull(column);
    if (day !== null) return day;
  }
  return undefined;
}

function inShares(row: RowReader, column: string): number | null {
  const tenThousands = row.numberOrNull(column);
  return tenThousands === null ? null : Math.round(tenThousands * 10_000);
}
