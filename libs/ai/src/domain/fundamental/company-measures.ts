import {
  annualRun,
  type CompanyFacts,
  type CompanyReport,
  currentFacts,
  growthPct,
  listAnnualValues,
  quarterBefore,
  quarterValue,
  toNumber,
  trailingGrowth,
  trailingYear,
  yearBefore,
} from './company-facts';

/** What screens compare with thresholds. Names carry the unit: `Pct` percent, `Yi` 亿 yuan, `Points` percentage points. */
export const COMPANY_MEASURES = [
  ...(['peTtm', 'pb', 'dividendYieldPct', 'ownPeRankPct', 'industryPeRankPct'] as const),
  ...(['roeLeastPct', 'debtPct', 'cashConversion'] as const),
  ...(['salesGrowthPct', 'coreGrowthPct', 'peg'] as const),
  ...(['lossYears', 'quarterProfitYi', 'quarterSalesGrowthPct'] as const),
  ...(['cleanAudit', 'goodwillPct', 'receivablesLeadPoints', 'pledgePct'] as const),
] as const;
export type CompanyMeasure = (typeof COMPANY_MEASURES)[number];

/** Null: not known, not applicable, or without a meaning, such as growth from a loss; never 0 for that. */
export type CompanyMeasures = Readonly<Record<CompanyMeasure, number | null>>;

/** What the day's prices, and the growth of the profit, give. */
export type PriceMeasures = Pick<
  CompanyMeasures,
  'peTtm' | 'pb' | 'dividendYieldPct' | 'ownPeRankPct' | 'industryPeRankPct' | 'peg'
>;
export type ReportMeasures = Omit<CompanyMeasures, keyof PriceMeasures> & {
  /** Trailing profit over that of the year before, percent. */
  readonly profitGrowthPct: number | null;
};

const YI = 1e8;
const THREE_YEARS = 3;
const CLEAN_AUDIT = '标准无保留意见';

/** The measures of a company as they were public on the day of the facts. */
export function measureCompany(facts: CompanyFacts): CompanyMeasures {
  const { profitGrowthPct, ...measures } = measureReports(facts);
  return { ...measures, ...measurePrices(facts, profitGrowthPct) };
}

/** What the reports alone give. */
export function measureReports(companyFacts: CompanyFacts): ReportMeasures {
  const facts = currentFacts(companyFacts);
  const { indicators, incomes, balanceSheets, audits, pledges } = facts;
  const roe = listAnnualValues(indicators, 'roe_dt', THREE_YEARS);
  const profit = quarterValue(incomes, 'n_income_attr_p', incomes[0]);
  const opinion = audits[0]?.fields['audit_result'];
  return {
    roeLeastPct: roe === null ? null : Math.min(...roe),
    debtPct: toNumber(indicators[0], 'debt_to_assets'),
    cashConversion: cashConversion(facts),
    salesGrowthPct: leastOfTwoQuarters(incomes, 'revenue'),
    coreGrowthPct: leastOfTwoQuarters(indicators, 'profit_dedt'),
    lossYears: countLossYears(incomes),
    quarterProfitYi: profit === null ? null : profit / YI,
    quarterSalesGrowthPct: quarterGrowth(incomes, 'revenue', incomes[0]),
    cleanAudit: typeof opinion === 'string' ? Number(opinion === CLEAN_AUDIT) : null,
    goodwillPct: goodwillPct(balanceSheets[0]),
    receivablesLeadPoints: receivablesLead(facts),
    pledgePct: toNumber(pledges[0], 'pledge_ratio'),
    profitGrowthPct: trailingGrowth(incomes, 'n_income_attr_p'),
  };
}

/** What changes with the prices. @param profitGrowthPct Of {@link measureReports}. */
export function measurePrices(
  {
    peTtm,
    pb,
    dividendYieldTtm,
    peRankFiveYears,
    peRankInIndustry,
  }: Pick<CompanyFacts, 'peTtm' | 'pb' | 'dividendYieldTtm' | 'peRankFiveYears' | 'peRankInIndustry'>,
  profitGrowthPct: number | null,
): PriceMeasures {
  const isGrowing = peTtm !== null && peTtm > 0 && profitGrowthPct !== null && profitGrowthPct > 0;
  return {
    peTtm,
    pb,
    dividendYieldPct: dividendYieldTtm,
    ownPeRankPct: peRankFiveYears,
    industryPeRankPct: peRankInIndustry,
    peg: isGrowing ? peTtm / profitGrowthPct : null,
  };
}

/** Cash from operations over profit of four quarters; null on a profit that is not positive. */
function cashConversion({ cashFlows, incomes }: CompanyFacts): number | null {
  const cash = trailingYear(cashFlows, 'n_cashflow_act', cashFlows[0]);
  const profit = trailingYear(incomes, 'n_income', incomes[0]);
  return cash === null || profit === null || profit <= 0 ? null : cash / profit;
}

/** The lower growth of the newest quarter and the one before it, each alone and over the same one of the year before. */
function leastOfTwoQuarters(reports: readonly CompanyReport[], column: string): number | null {
  const newest = quarterGrowth(reports, column, reports[0]);
  const before = quarterGrowth(reports, column, quarterBefore(reports, reports[0]));
  return newest === null || before === null ? null : Math.min(newest, before);
}

function quarterGrowth(
  reports: readonly CompanyReport[],
  column: string,
  report: CompanyReport | undefined,
): number | null {
  return growthPct(quarterValue(reports, column, report), quarterValue(reports, column, yearBefore(reports, report)));
}

/** Annual reports in a row with a loss, back from the newest; null if that one's profit is not known. */
function countLossYears(incomes: readonly CompanyReport[]): number | null {
  const profits = annualRun(incomes, 'n_income_attr_p');
  if (profits.length === 0) return null;
  const firstProfit = profits.findIndex((profit) => profit >= 0);
  return firstProfit < 0 ? profits.length : firstProfit;
}

/** Goodwill in percent of equity; a sheet without goodwill has none. Without equity any goodwill is more than all of it. */
function goodwillPct(sheet: CompanyReport | undefined): number | null {
  const equity = toNumber(sheet, 'total_hldr_eqy_exc_min_int');
  if (equity === null) return null;
  const goodwill = toNumber(sheet, 'goodwill') ?? 0;
  if (goodwill <= 0) return 0;
  return equity > 0 ? (goodwill / equity) * 100 : Infinity;
}

/** By how many points receivables grew faster than sales. */
function receivablesLead({ balanceSheets, incomes }: CompanyFacts): number | null {
  const [latest] = balanceSheets;
  const column = 'accounts_receiv';
  const growth = growthPct(toNumber(latest, column), toNumber(yearBefore(balanceSheets, latest), column));
  const sales = trailingGrowth(incomes, 'revenue');
  return growth === null || sales === null ? null : growth - sales;
}
