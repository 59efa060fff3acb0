import { type ChecklistItem, type ItemDecision, shown, shownYi } from './checklist-item';
import {
  annual,
  listAnnualValues,
  type CompanyFacts,
  type CompanyReport,
  toNumber,
  growthPct,
  trailingGrowth,
  trailingYear,
  yearBefore,
} from './company-facts';

/** Thresholds of the checklist; percent unless the name states another unit. */
const MIN_REVENUE_GROWTH = 10;
const MIN_CORE_PROFIT_GROWTH = 10;
const MIN_PROFIT_CAGR = 8;
const MIN_ROE = 10;
const MIN_ROIC = 8;
const MARGIN_SLACK_POINTS = 2;
const MIN_NET_MARGIN = 5;
const MIN_CORE_SHARE = 0.8;
const MIN_CASH_CONVERSION = 0.8;
const GROWTH_SLACK_POINTS = 10;
const MAX_DEBT_TO_ASSETS = 60;
const MAX_GOODWILL_SHARE = 0.2;
const MAX_PLEDGE = 30;
const MAX_INSIDER_SALES = 1;
const MAX_UNLOCK = 10;
const MIN_CLOSE_YUAN = 2;
const MIN_MARKET_CAP_YUAN = 1e9;
const MIN_REVENUE_WITH_LOSS_YUAN = { main: 3e8, chinext: 1e8, star: 1e8, bse: 5e7 } as const;

const known = (point: boolean, reason: string): ItemDecision => ({ point, reason });

/** The twenty items for companies that are no banks, insurers or brokers. */
export const GENERAL_ITEMS: readonly ChecklistItem[] = [
  {
    key: 'revenue_growth',
    label: '营收增长',
    rule: `滚动四季营业收入同比 ≥ ${MIN_REVENUE_GROWTH} %`,
    decide({ incomes }) {
      const growth = trailingGrowth(incomes, 'revenue');
      if (growth === null) return undefined;
      return known(growth >= MIN_REVENUE_GROWTH, `滚动四季营收同比 ${shown(growth)} %`);
    },
  },
  {
    key: 'core_profit_growth',
    label: '扣非利润增长',
    rule: `扣非净利润同比 ≥ ${MIN_CORE_PROFIT_GROWTH} %，且扣非净利润为正`,
    decide({ indicators: [latest] }) {
      const growth = toNumber(latest, 'dt_netprofit_yoy');
      const profit = toNumber(latest, 'profit_dedt');
      if (growth === null || profit === null) return undefined;
      const reason = `扣非净利润 ${shownYi(profit)}，同比 ${shown(growth)} %`;
      return known(growth >= MIN_CORE_PROFIT_GROWTH && profit > 0, reason);
    },
  },
  {
    key: 'latest_quarter',
    label: '最新单季',
    rule: '最新单季营收与净利润同比都为正',
    decide({ indicators: [latest] }) {
      const sales = toNumber(latest, 'q_sales_yoy');
      const profit = toNumber(latest, 'q_netprofit_yoy');
      if (sales === null || profit === null) return undefined;
      return known(sales > 0 && profit > 0, `单季营收同比 ${shown(sales)} %，净利同比 ${shown(profit)} %`);
    },
  },
  {
    key: 'three_year_profit',
    label: '三年利润复合增长',
    rule: `归母净利润三年复合增长率 ≥ ${MIN_PROFIT_CAGR} %，且每年为正`,
    decide({ incomes }) {
      const profits = listAnnualValues(incomes, 'n_income_attr_p', 4);
      if (profits === null) return undefined;
      const [newest = 0, , , oldest = 0] = profits;
      if (profits.some((profit) => profit <= 0)) return known(false, '四个年报中有亏损年');
      const cagr = ((newest / oldest) ** (1 / 3) - 1) * 100;
      return known(cagr >= MIN_PROFIT_CAGR, `三年复合增长 ${shown(cagr)} %，每年为正`);
    },
  },
  {
    key: 'roe',
    label: '扣非净资产收益率',
    rule: `近三年扣非 ROE 均值 ≥ ${MIN_ROE} %`,
    decide({ indicators }) {
      const values = listAnnualValues(indicators, 'roe_dt', 3);
      if (values === null) return undefined;
      return known(mean(values) >= MIN_ROE, `近三年扣非 ROE 均值 ${shown(mean(values))} %`);
    },
  },
  {
    key: 'roic',
    label: '投入资本回报率',
    rule: `最近年报 ROIC ≥ ${MIN_ROIC} %`,
    decide({ indicators }) {
      const roic = toNumber(annual(indicators)[0], 'roic');
      return roic === null ? undefined : known(roic >= MIN_ROIC, `年报 ROIC ${shown(roic)} %`);
    },
  },
  {
    key: 'gross_margin',
    readsDay: true,
    label: '毛利率',
    rule: '毛利率不低于行业中位数',
    decide({ indicators: [latest], industry }) {
      const margin = toNumber(latest, 'grossprofit_margin');
      const median = industry?.grossMargin ?? null;
      if (margin === null || industry === null || median === null) return undefined;
      return known(margin >= median, `毛利率 ${shown(margin)} %，${industry.name}中位数 ${shown(median)} %`);
    },
    canModelDecide: ({ indicators: [latest] }) => toNumber(latest, 'grossprofit_margin') !== null,
  },
  {
    key: 'margin_stability',
    label: '毛利率稳定',
    rule: `毛利率不低于自身三年均值减 ${MARGIN_SLACK_POINTS} 个百分点`,
    decide({ indicators }) {
      const margin = toNumber(indicators[0], 'grossprofit_margin');
      const years = listAnnualValues(indicators, 'grossprofit_margin', 3);
      if (margin === null || years === null) return undefined;
      const reason = `毛利率 ${shown(margin)} %，三年均值 ${shown(mean(years))} %`;
      return known(margin >= mean(years) - MARGIN_SLACK_POINTS, reason);
    },
  },
  {
    key: 'net_margin',
    label: '净利率',
    rule: `销售净利率 ≥ ${MIN_NET_MARGIN} %`,
    decide({ indicators: [latest] }) {
      const margin = toNumber(latest, 'netprofit_margin');
      return margin === null ? undefined : known(margin >= MIN_NET_MARGIN, `净利率 ${shown(margin)} %`);
    },
  },
  {
    key: 'profit_quality',
    label: '利润质量',
    rule: `扣非净利润 / 归母净利润 ≥ ${MIN_CORE_SHARE}，两者为正`,
    decide({ indicators: [latest], incomes }) {
      const core = toNumber(latest, 'profit_dedt');
      const income = incomes.find(({ periodEnd }) => periodEnd === latest?.periodEnd);
      const profit = toNumber(income, 'n_income_attr_p');
      if (core === null || profit === null) return undefined;
      if (core <= 0 || profit <= 0) return known(false, `扣非净利润 ${shownYi(core)}，归母净利润 ${shownYi(profit)}`);
      return known(core / profit >= MIN_CORE_SHARE, `扣非占归母净利润 ${shown(core / profit)}`);
    },
  },
  {
    key: 'cash_conversion',
    label: '现金含量',
    rule: `滚动四季经营现金流 / 净利润 ≥ ${MIN_CASH_CONVERSION}`,
    decide({ cashFlows, incomes }) {
      const cash = trailingYear(cashFlows, 'n_cashflow_act', cashFlows[0]);
      const profit = trailingYear(incomes, 'n_income', incomes[0]);
      if (cash === null || profit === null) return undefined;
      if (profit <= 0) return known(false, `滚动四季净利润 ${shownYi(profit)}`);
      return known(cash / profit >= MIN_CASH_CONVERSION, `经营现金流 / 净利润 ${shown(cash / profit)}`);
    },
  },
  {
    key: 'free_cash',
    label: '自由现金流',
    rule: '近三年经营现金流减资本开支合计为正',
    decide({ cashFlows }) {
      const cash = listAnnualValues(cashFlows, 'n_cashflow_act', 3);
      const spent = listAnnualValues(cashFlows, 'c_pay_acq_const_fiolta', 3);
      if (cash === null || spent === null) return undefined;
      const free = sum(cash) - sum(spent);
      return known(free > 0, `近三年自由现金流合计 ${shownYi(free)}`);
    },
  },
  growsWithRevenue('receivables', '应收账款', 'accounts_receiv'),
  growsWithRevenue('inventory', '存货', 'inventories'),
  {
    key: 'leverage',
    label: '资产负债率',
    rule: `资产负债率 ≤ ${MAX_DEBT_TO_ASSETS} %`,
    decide({ indicators: [latest] }) {
      const debt = toNumber(latest, 'debt_to_assets');
      return debt === null ? undefined : known(debt <= MAX_DEBT_TO_ASSETS, `资产负债率 ${shown(debt)} %`);
    },
  },
  {
    key: 'liquidity',
    label: '短期偿债',
    rule: '货币资金 ≥ 短期借款与一年内到期非流动负债之和',
    decide({ balanceSheets: [latest] }) {
      const cash = toNumber(latest, 'money_cap');
      if (cash === null) return undefined;
      const debt = (toNumber(latest, 'st_borr') ?? 0) + (toNumber(latest, 'non_cur_liab_due_1y') ?? 0);
      return known(cash >= debt, `货币资金 ${shownYi(cash)}，短期有息负债 ${shownYi(debt)}`);
    },
  },
  {
    key: 'goodwill',
    label: '商誉',
    rule: `商誉 ≤ 净资产的 ${MAX_GOODWILL_SHARE * 100} %`,
    decide({ balanceSheets: [latest] }) {
      const equity = toNumber(latest, 'total_hldr_eqy_exc_min_int');
      if (equity === null) return undefined;
      const goodwill = toNumber(latest, 'goodwill') ?? 0;
      if (equity <= 0) return known(false, `净资产 ${shownYi(equity)}`);
      return known(goodwill <= equity * MAX_GOODWILL_SHARE, `商誉占净资产 ${shown((goodwill / equity) * 100)} %`);
    },
  },
  {
    key: 'valuation',
    readsDay: true,
    label: '估值',
    rule: '0 < 市盈率(TTM) ≤ 行业中位数，或市净率 ≤ 自身五年中位数',
    decide({ peTtm, pb, pbMedianFiveYears, industry }) {
      const peMedian = industry?.peTtm ?? null;
      const byPe = peTtm === null || peMedian === null ? undefined : peTtm > 0 && peTtm <= peMedian;
      const byPb = pb === null || pbMedianFiveYears === null ? undefined : pb > 0 && pb <= pbMedianFiveYears;
      if (byPe === undefined && byPb === undefined) return undefined;
      const reasons = [
        ...(peTtm === null || peMedian === null
          ? []
          : [`市盈率 ${shown(peTtm)}，${industry?.name ?? '行业'}中位数 ${shown(peMedian)}`]),
        ...(pb === null || pbMedianFiveYears === null
          ? []
          : [`市净率 ${shown(pb)}，五年中位数 ${shown(pbMedianFiveYears)}`]),
      ];
      return known(byPe === true || byPb === true, reasons.join('；'));
    },
    canModelDecide: ({ peTtm, pb }) => peTtm !== null || pb !== null,
  },
  {
    key: 'governance',
    readsDay: true,
    label: '公司治理',
    rule: governanceRule(),
    decide: decideGovernance,
    // The pledge is a number: without it the answer would be a guess, however well the company is known.
    canModelDecide: ({ pledges: [pledge] }) => toNumber(pledge, 'pledge_ratio') !== null,
  },
  {
    key: 'listing_risk',
    readsDay: true,
    label: '退市风险',
    rule: listingRiskRule(),
    decide: decideListingRisk,
    canModelDecide: ({ balanceSheets: [sheet] }) => toNumber(sheet, 'total_hldr_eqy_exc_min_int') !== null,
  },
];

/** Whether a balance-sheet item grew no faster than revenue plus ten points. */
function growsWithRevenue(key: string, label: string, column: string): ChecklistItem {
  return {
    key,
    label,
    rule: `${label}同比 ≤ 营收同比 + ${GROWTH_SLACK_POINTS} 个百分点`,
    decide({ balanceSheets, incomes }) {
      const latest = balanceSheets[0];
      const growth = growthPct(toNumber(latest, column), toNumber(yearBefore(balanceSheets, latest), column));
      const revenue = trailingGrowth(incomes, 'revenue');
      if (growth === null || revenue === null) return undefined;
      const reason = `${label}同比 ${shown(growth)} %，营收同比 ${shown(revenue)} %`;
      return known(growth <= revenue + GROWTH_SLACK_POINTS, reason);
    },
  };
}

function governanceRule(): string {
  return `质押比例 ≤ ${MAX_PLEDGE} %，180 日内部人净减持 ≤ ${MAX_INSIDER_SALES} %，90 日内解禁 ≤ ${MAX_UNLOCK} %`;
}

/**
 * One known problem costs the point. The point itself needs all three: the pledge, and events or the knowledge that
 * they were requested.
 */
function decideGovernance(facts: CompanyFacts): ItemDecision | undefined {
  const pledged = toNumber(facts.pledges[0], 'pledge_ratio');
  const sold = facts.eventsKnown.holderTrades ? netSales(facts.holderTrades) : null;
  const unlocked = facts.eventsKnown.unlocks ? unlockedShare(facts.unlocks) : null;
  const reason = [
    ...(pledged === null ? [] : [`质押 ${shown(pledged)} %`]),
    ...(sold === null ? [] : [`净减持 ${shown(sold)} %`]),
    ...(unlocked === null ? [] : [`解禁 ${shown(unlocked)} %`]),
  ].join('，');
  if ((pledged ?? 0) > MAX_PLEDGE || (sold ?? 0) > MAX_INSIDER_SALES || (unlocked ?? 0) > MAX_UNLOCK) {
    return known(false, reason);
  }
  return pledged === null || sold === null || unlocked === null ? undefined : known(true, reason);
}

/** What insiders sold less what they bought, percent of the shares. */
function netSales(trades: readonly CompanyReport[]): number {
  return sum(
    trades.map((trade) => {
      const share = toNumber(trade, 'change_ratio') ?? 0;
      return trade.fields['in_de'] === 'DE' ? share : -share;
    }),
  );
}

/**
 * What becomes free, percent of the shares. Companies announce one unlock several times (the plan, then the reminder): of
 * each holder's shares of a day the last announcement counts.
 */
function unlockedShare(unlocks: readonly CompanyReport[]): number {
  const getKey = ({ periodEnd, fields }: CompanyReport): string =>
    JSON.stringify([periodEnd, fields['holder_name'] ?? null, fields['share_type'] ?? null]);
  const lastOf = new Map<string, string>();
  for (const unlock of unlocks) {
    const last = lastOf.get(getKey(unlock));
    if (last === undefined || unlock.publishedOn > last) lastOf.set(getKey(unlock), unlock.publishedOn);
  }
  const counted = unlocks.filter((unlock) => lastOf.get(getKey(unlock)) === unlock.publishedOn);
  return sum(counted.map((unlock) => toNumber(unlock, 'float_ratio') ?? 0));
}

function listingRiskRule(): string {
  return '审计标准无保留，非 ST，净资产为正，收盘价 ≥ 2 元，总市值 ≥ 10 亿，且不是亏损而营收不足（主板 3 亿，创业板与科创板 1 亿，北交所 0.5 亿）';
}

/** The audit opinion that the rules of the exchanges call clean. */
const CLEAN_AUDIT = '标准无保留意见';

function decideListingRisk(facts: CompanyFacts): ItemDecision | undefined {
  const problems: string[] = [];
  const audit = facts.audits[0]?.fields['audit_result'];
  if (typeof audit === 'string' && audit !== CLEAN_AUDIT) problems.push(`审计意见 ${audit}`);
  if (facts.isSt === true) problems.push('ST');
  const equity = toNumber(facts.balanceSheets[0], 'total_hldr_eqy_exc_min_int');
  if (equity !== null && equity <= 0) problems.push(`净资产 ${shownYi(equity)}`);
  if (facts.close !== null && facts.close < MIN_CLOSE_YUAN) problems.push(`收盘价 ${shown(facts.close)} 元`);
  if (facts.totalMarketCap !== null && facts.totalMarketCap < MIN_MARKET_CAP_YUAN) {
    problems.push(`总市值 ${shownYi(facts.totalMarketCap)}`);
  }
  const year = annual(facts.incomes)[0];
  const profit = toNumber(year, 'n_income_attr_p');
  const revenue = toNumber(year, 'revenue');
  if (profit !== null && revenue !== null && profit < 0 && revenue < MIN_REVENUE_WITH_LOSS_YUAN[facts.board]) {
    problems.push(`亏损且营收 ${shownYi(revenue)}`);
  }
  if (problems.length > 0) return known(false, problems.join('；'));
  // A point means that every condition holds, so every one must be known.
  const isComplete =
    typeof audit === 'string' &&
    ![facts.isSt, equity, facts.close, facts.totalMarketCap, profit, revenue].includes(null);
  return isComplete ? known(true, '审计、净资产、股价、市值、营收均无退市风险') : undefined;
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
