/** What the vendor's pages say of an API: columns, those shown by default, the row limit, and the column that dates mean. */
export interface VendorApi {
  readonly columns: readonly string[];
  /** Columns that come only when they are named. */
  readonly hidden?: readonly string[];
  readonly limit: number;
  /** What `start_date` and `end_date` bound. */
  readonly dates?: string;
  /** Parameters without which the vendor answers with an error. */
  readonly required?: readonly string[];
}

const statement = (columns: string, required: readonly string[]): VendorApi => ({
  columns: words(`ts_code ann_date f_ann_date end_date report_type comp_type ${columns} update_flag`),
  limit: 5000,
  dates: 'ann_date',
  required,
});

const INCOME = 'total_revenue revenue oper_cost operate_profit total_profit n_income n_income_attr_p rd_exp basic_eps';
const BALANCE = `total_assets total_liab total_hldr_eqy_exc_min_int goodwill money_cap accounts_receiv inventories
  total_cur_assets total_cur_liab st_borr lt_borr bond_payable non_cur_liab_due_1y undistr_porfit total_share`;
const CASH = 'n_cashflow_act c_pay_acq_const_fiolta n_cashflow_inv_act n_cash_flows_fnc_act free_cashflow c_fr_sale_sg';
const indicator = (limit: number, required: readonly string[]): VendorApi => ({
  columns: words(`ts_code ann_date end_date eps dt_eps bps roe roe_waa roe_dt roe_yearly roa roic grossprofit_margin
    netprofit_margin debt_to_assets current_ratio quick_ratio ocfps profit_dedt netprofit_yoy dt_netprofit_yoy tr_yoy or_yoy
    op_yoy ocf_yoy q_sales_yoy q_netprofit_yoy ocf_to_or ocf_to_profit inv_turn update_flag`),
  hidden: ['ocf_to_or', 'ocf_to_profit', 'inv_turn', 'update_flag'],
  limit,
  dates: 'end_date',
  required,
});

export const VENDOR_APIS: Readonly<Record<string, VendorApi>> = {
  stock_basic: {
    columns:
      words(`ts_code symbol name area industry cnspell market list_date act_name act_ent_type fullname enname exchange
      curr_type list_status delist_date is_hs`),
    hidden: ['fullname', 'enname', 'exchange', 'curr_type', 'list_status', 'delist_date', 'is_hs'],
    limit: 100_000,
  },
  bse_mapping: { columns: words('name o_code n_code list_date'), limit: 1000 },
  trade_cal: {
    columns: words('exchange cal_date is_open pretrade_date'),
    hidden: ['pretrade_date'],
    limit: 100_000,
    dates: 'cal_date',
  },
  daily: market('ts_code trade_date open high low close pre_close change pct_chg vol amount', 6000),
  daily_basic: market(
    `ts_code trade_date close turnover_rate turnover_rate_f volume_ratio pe pe_ttm pb ps ps_ttm dv_ratio dv_ttm total_share
      float_share free_share total_mv circ_mv`,
    6000,
  ),
  stk_limit: { ...market('trade_date ts_code pre_close up_limit down_limit', 5800), hidden: ['pre_close'] },
  adj_factor: market('ts_code trade_date adj_factor', 6000),
  suspend_d: market('ts_code trade_date suspend_timing suspend_type', 5000),
  namechange: {
    columns: words('ts_code name start_date end_date ann_date change_reason'),
    limit: 10_000,
    dates: 'ann_date',
  },
  stock_st: market('ts_code name trade_date type type_name', 1000),
  cyq_perf: market(
    'ts_code trade_date his_low his_high cost_5pct cost_15pct cost_50pct cost_85pct cost_95pct weight_avg winner_rate',
    5000,
  ),
  moneyflow: market(
    `ts_code trade_date buy_sm_vol buy_sm_amount sell_sm_vol sell_sm_amount buy_md_vol buy_md_amount sell_md_vol
      sell_md_amount buy_lg_vol buy_lg_amount sell_lg_vol sell_lg_amount buy_elg_vol buy_elg_amount sell_elg_vol
      sell_elg_amount net_mf_vol net_mf_amount`,
    6000,
  ),
  moneyflow_dc: market(
    `trade_date ts_code name pct_change close net_amount net_amount_rate buy_elg_amount buy_elg_amount_rate buy_lg_amount
      buy_lg_amount_rate buy_md_amount buy_md_amount_rate buy_sm_amount buy_sm_amount_rate`,
    6000,
  ),
  moneyflow_ths: market(
    `trade_date ts_code name pct_change latest net_amount net_d5_amount buy_lg_amount buy_lg_amount_rate buy_md_amount
      buy_md_amount_rate buy_sm_amount buy_sm_amount_rate`,
    6000,
  ),
  fina_indicator: indicator(100, ['ts_code']),
  fina_indicator_vip: indicator(5000, []),
  income: statement(INCOME, ['ts_code']),
  income_vip: statement(INCOME, []),
  balancesheet: statement(BALANCE, ['ts_code']),
  balancesheet_vip: statement(BALANCE, []),
  cashflow: statement(CASH, ['ts_code']),
  cashflow_vip: statement(CASH, []),
  fina_audit: {
    columns: words('ts_code ann_date end_date audit_result audit_fees audit_agency audit_sign'),
    limit: 1000,
    dates: 'ann_date',
    required: ['ts_code'],
  },
  pledge_stat: {
    columns: words('ts_code end_date pledge_count unrest_pledge rest_pledge total_share pledge_ratio'),
    limit: 1000,
  },
  stk_holdertrade: {
    columns:
      words(`ts_code ann_date holder_name holder_type in_de change_vol change_ratio after_share after_ratio avg_price
      total_share begin_date close_date`),
    hidden: ['begin_date', 'close_date'],
    limit: 3000,
    dates: 'ann_date',
  },
  share_float: {
    columns: words('ts_code ann_date float_date float_share float_ratio holder_name share_type'),
    limit: 6000,
    dates: 'float_date',
  },
  dividend: {
    columns: words(`ts_code end_date ann_date div_proc stk_div stk_bo_rate stk_co_rate cash_div cash_div_tax record_date
      ex_date pay_date div_listdate imp_ann_date base_date base_share`),
    hidden: ['base_date', 'base_share'],
    limit: 5000,
  },
};

function market(columns: string, limit: number): VendorApi {
  return { columns: words(columns), limit, dates: 'trade_date' };
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
