import type { ParameterValues } from '../domain/screen-parameters';
import type { StockCompany } from '../domain/stock-company';
import type { TEMPLATE_THRESHOLDS } from './thresholds';

export const TEMPLATES = ['any', 'white_horse', 'growth', 'undervalued', 'turnaround', 'sound'] as const;
type Template = (typeof TEMPLATES)[number];
type Thresholds = ParameterValues<typeof TEMPLATE_THRESHOLDS>;

/** A measure that is not known is NaN, which no comparison holds of. */
const RULES: Readonly<Record<Template, (company: StockCompany, least: Thresholds) => boolean>> = {
  any: () => true,
  // 白马
  white_horse: (company, { roe_min: roe, debt_max: debt, cash_min: cash }) =>
    company.measure('roeLeastPct') >= roe &&
    company.measure('debtPct') <= debt &&
    company.measure('cashConversion') >= cash,
  // 成长
  growth: (company, { sales_growth_min: sales, core_growth_min: core, peg_max: peg }) =>
    company.measure('salesGrowthPct') >= sales &&
    company.measure('coreGrowthPct') >= core &&
    company.measure('peg') <= peg,
  // 低估
  undervalued: (
    company,
    { own_pe_rank_max: own, industry_pe_rank_max: industry, pb_min: pb, dividend_yield_min: paid },
  ) =>
    company.measure('ownPeRankPct') <= own &&
    company.measure('industryPeRankPct') <= industry &&
    company.measure('pb') >= pb &&
    company.measure('dividendYieldPct') >= paid,
  // 困境反转
  turnaround: (company, { loss_years_min: years, quarter_profit_over: profit, quarter_sales_growth_over: sales }) =>
    company.measure('lossYears') >= years &&
    company.measure('quarterProfitYi') > profit &&
    company.measure('quarterSalesGrowthPct') > sales,
  // 排雷: the exclusions alone.
  sound: () => true,
};

export function passesTemplate(company: StockCompany, template: Template, thresholds: Thresholds): boolean {
  return RULES[template](company, thresholds);
}
