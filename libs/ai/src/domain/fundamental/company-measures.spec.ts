import { calendarDayOf } from '#lib/kernel';
import type { CompanyFacts, CompanyReport } from './company-facts';
import { measureCompany } from './company-measures';

const YI = 1e8;

/** Columns by the ends of periods. */
const reports = (rows: Readonly<Record<string, CompanyReport['fields']>>): CompanyReport[] =>
  Object.entries(rows)
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([periodEnd, fields]) => ({
      periodEnd: calendarDayOf(periodEnd),
      publishedOn: calendarDayOf(periodEnd),
      fields,
    }));

/** Sales and profits from the year's start, in 亿: quarters of 12, 14, 14 and then 13, 15, 18 of sales. */
const INCOMES: Record<string, readonly [revenue: number, profit: number]> = {
  '2025-09-30': [46, 5.7],
  '2025-06-30': [28, 3.3],
  '2025-03-31': [13, 1.5],
  '2024-12-31': [50, 5],
  '2024-09-30': [36, 3.6],
  '2024-06-30': [22, 2.2],
  '2024-03-31': [10, 1],
  '2023-12-31': [40, 4],
  '2023-09-30': [30, 2.5],
};
const incomes = (profits: Record<string, number> = {}) =>
  reports(
    Object.fromEntries(
      Object.entries(INCOMES).map(([period, [revenue, profit]]) => {
        const attributed = (profits[period] ?? profit) * YI;
        return [period, { revenue: revenue * YI, n_income: attributed, n_income_attr_p: attributed }];
      }),
    ),
  );

/** Without one-offs, from the year's start: quarters of 1, 1, 1 and then 1, 1.3, 1.25. */
const CORE = {
  '2025-09-30': 3.55,
  '2025-06-30': 2.3,
  '2025-03-31': 1,
  '2024-09-30': 3,
  '2024-06-30': 2,
  '2024-03-31': 1,
};

const COMPANY: CompanyFacts = {
  ...{ asOf: calendarDayOf('2025-11-03'), board: 'main', isSt: false, close: 20, totalMarketCap: 120 * YI },
  ...{ peTtm: 20, pb: 2, pbMedianFiveYears: 3, peRankFiveYears: 12.5, peRankInIndustry: 40, dividendYieldTtm: 2.5 },
  ...{ totalShares: 6 * YI, industry: null },
  indicators: reports({
    ...Object.fromEntries(Object.entries(CORE).map(([period, core]) => [period, { profit_dedt: core * YI }])),
    '2025-09-30': { profit_dedt: 3.55 * YI, debt_to_assets: 48 },
    '2024-12-31': { roe_dt: 16 },
    '2023-12-31': { roe_dt: 17 },
    '2022-12-31': { roe_dt: 15.2 },
  }),
  incomes: incomes(),
  balanceSheets: reports({
    '2025-09-30': { total_hldr_eqy_exc_min_int: 25 * YI, goodwill: 5 * YI, accounts_receiv: 9 * YI },
    '2024-09-30': { total_hldr_eqy_exc_min_int: 22 * YI, accounts_receiv: 6 * YI },
  }),
  cashFlows: reports({
    '2025-09-30': { n_cashflow_act: 6 * YI },
    '2024-12-31': { n_cashflow_act: 5 * YI },
    '2024-09-30': { n_cashflow_act: 3.9 * YI },
  }),
  audits: reports({ '2024-12-31': { audit_result: '标准无保留意见' } }),
  pledges: reports({ '2025-10-31': { pledge_ratio: 12 } }),
  ...{ holderTrades: [], unlocks: [], dividends: [], eventsKnown: { holderTrades: false, unlocks: false } },
};

it('measures a company, by hand', () => {
  const measures = measureCompany(COMPANY);
  const rounded = Object.entries(measures).map(([name, value]) => [
    name,
    value === null ? null : Number(value.toFixed(4)),
  ]);
  expect(Object.fromEntries(rounded)).toEqual({
    ...{ peTtm: 20, pb: 2, dividendYieldPct: 2.5, ownPeRankPct: 12.5, industryPeRankPct: 40 },
    roeLeastPct: 15.2,
    debtPct: 48,
    // 6 + 5 − 3.9 of cash over 5.7 + 5 − 3.6 of profit.
    cashConversion: 1,
    // 15 over 12, and 18 over 14.
    salesGrowthPct: 25,
    // 1.3 over 1, and 1.25 over 1.
    coreGrowthPct: 25,
    // 20 over the growth from 3.6 + 4 − 2.5 to 7.1.
    peg: 0.51,
    lossYears: 0,
    quarterProfitYi: 2.4,
    quarterSalesGrowthPct: 28.5714,
    cleanAudit: 1,
    goodwillPct: 20,
    // 50 % more receivables; sales from 36 + 40 − 30 to 46 + 50 − 36.
    receivablesLeadPoints: 19.5652,
    pledgePct: 12,
  });
});

it.each<[string, Partial<CompanyFacts>, keyof ReturnType<typeof measureCompany>, number | null]>([
  ['two years of loss', { incomes: incomes({ '2024-12-31': -1, '2023-12-31': -2 }) }, 'lossYears', 2],
  ['a loss before a profit', { incomes: incomes({ '2023-12-31': -2 }) }, 'lossYears', 0],
  [
    'a hole between annual reports',
    { incomes: incomes({ '2024-12-31': -1 }).filter((_, at) => at < 7) },
    'lossYears',
    1,
  ],
  ['no annual report', { incomes: incomes().slice(0, 3) }, 'lossYears', null],
  ['a first quarter', { incomes: incomes().slice(2) }, 'quarterProfitYi', 1.5],
  ['a quarter that was not published', { incomes: incomes().filter((_, at) => at !== 1) }, 'quarterProfitYi', null],
  ['growth from a loss', { incomes: incomes({ '2023-12-31': -4 }) }, 'peg', null],
  ['a loss of four quarters', { incomes: incomes({ '2025-09-30': -9 }) }, 'cashConversion', null],
  ['two annual returns alone', { indicators: COMPANY.indicators.slice(0, -1) }, 'roeLeastPct', null],
  ['no price to earnings', { peTtm: null }, 'peg', null],
  ['another audit opinion', { audits: reports({ '2024-12-31': { audit_result: '保留意见' } }) }, 'cleanAudit', 0],
  ['no audit opinion', { audits: [] }, 'cleanAudit', null],
  ['a sheet without goodwill', { balanceSheets: COMPANY.balanceSheets.slice(1) }, 'goodwillPct', 0],
  ['no sheet', { balanceSheets: [] }, 'goodwillPct', null],
  [
    'goodwill without equity',
    { balanceSheets: reports({ '2025-09-30': { total_hldr_eqy_exc_min_int: -YI, goodwill: YI } }) },
    'goodwillPct',
    Infinity,
  ],
  ['a company that stopped reporting', { asOf: calendarDayOf('2027-06-01') }, 'debtPct', null],
])('of %s', (_what, changed, measure, value) => {
  expect(measureCompany({ ...COMPANY, ...changed })[measure]).toEqual(value);
});
