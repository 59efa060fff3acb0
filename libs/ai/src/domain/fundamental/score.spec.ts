import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { checklistFor, CHECKLIST_SIZE } from './checklist';
import { type CompanyFacts, type CompanyReport, trailingGrowth, trailingYear } from './company-facts';
import { selectModelItems, MAX_MODEL_ITEMS, scoreCompany, scoreNote } from './score';

const report = (periodEnd: string, fields: CompanyReport['fields']): CompanyReport => ({
  periodEnd: calendarDayOf(periodEnd),
  publishedOn: calendarDayOf(periodEnd),
  fields,
});

const NOTHING: CompanyFacts = {
  asOf: calendarDayOf('2025-11-03'),
  board: 'main',
  isSt: null,
  close: null,
  totalMarketCap: null,
  peTtm: null,
  pb: null,
  pbMedianFiveYears: null,
  peRankFiveYears: null,
  peRankInIndustry: null,
  dividendYieldTtm: null,
  totalShares: null,
  industry: null,
  indicators: [],
  incomes: [],
  balanceSheets: [],
  cashFlows: [],
  audits: [],
  pledges: [],
  holderTrades: [],
  unlocks: [],
  eventsKnown: { holderTrades: false, unlocks: false },
  dividends: [],
};

const YI = 1e8;
/** Five years of a company that grows by a fifth a year and earns every point; the third quarter is the newest. */
const yearly = (year: number): number => 10 * YI * 1.2 ** (year - 2020);
const ANNUAL = [2024, 2023, 2022, 2021].map((year) => `${year}-12-31`);
const PERIODS = ['2025-09-30', '2024-12-31', '2024-09-30', '2023-12-31', '2023-09-30', '2022-12-31', '2021-12-31'];
const share = (period: string): number => (period.endsWith('09-30') ? 0.75 : 1);
const estimateRevenue = (period: string): number => yearly(Number(period.slice(0, 4))) * share(period);

const STRONG: CompanyFacts = {
  ...NOTHING,
  isSt: false,
  close: 20,
  totalMarketCap: 50 * YI,
  peTtm: 15,
  pb: 2,
  pbMedianFiveYears: 3,
  dividendYieldTtm: 2.5,
  totalShares: 2.5 * YI,
  industry: { name: '软件服务', grossMargin: 40, peTtm: 30, roa: 0.9, equityRatio: 0.08 },
  indicators: PERIODS.map((period) =>
    report(period, {
      dt_netprofit_yoy: 20,
      profit_dedt: estimateRevenue(period) * 0.09,
      q_sales_yoy: 12,
      q_netprofit_yoy: 15,
      roe: 12,
      roe_dt: 11,
      roic: 9,
      roa: 1.1,
      bps: Number(period.slice(0, 4)) - 2015,
      grossprofit_margin: 45,
      netprofit_margin: 10,
      debt_to_assets: 40,
    }),
  ),
  incomes: PERIODS.map((period) =>
    report(period, {
      comp_type: '1',
      revenue: estimateRevenue(period),
      n_income: estimateRevenue(period) * 0.1,
      n_income_attr_p: estimateRevenue(period) * 0.1,
    }),
  ),
  balanceSheets: PERIODS.slice(0, 5).map((period) =>
    report(period, {
      total_assets: 40 * YI,
      total_hldr_eqy_exc_min_int: 20 * YI,
      goodwill: 1 * YI,
      money_cap: 8 * YI,
      st_borr: 2 * YI,
      non_cur_liab_due_1y: 1 * YI,
      accounts_receiv: estimateRevenue(period) * 0.2,
      inventories: estimateRevenue(period) * 0.1,
    }),
  ),
  cashFlows: PERIODS.map((period) =>
    report(period, {
      n_cashflow_act: estimateRevenue(period) * 0.11,
      c_pay_acq_const_fiolta: estimateRevenue(period) * 0.03,
    }),
  ),
  audits: [report('2024-12-31', { audit_result: '标准无保留意见' })],
  pledges: [report('2025-10-31', { pledge_ratio: 5 })],
  eventsKnown: { holderTrades: true, unlocks: true },
  dividends: ANNUAL.map((period) => report(period, { cash_div_tax: 0.2 })),
};

const listPoints = (facts: CompanyFacts): Record<string, number> =>
  Object.fromEntries(scoreCompany(facts, []).items.map(({ key, points }) => [key, points]));

/** The same facts with columns of the newest report of a list changed. */
function changed<Key extends 'indicators' | 'incomes' | 'balanceSheets' | 'cashFlows' | 'audits' | 'pledges'>(
  list: Key,
  fields: CompanyReport['fields'],
): CompanyFacts {
  const [newest, ...rest] = STRONG[list];
  if (newest === undefined) throw new Error(`no ${list}`);
  return { ...STRONG, [list]: [{ ...newest, fields: { ...newest.fields, ...fields } }, ...rest] };
}

describe('trailing years', () => {
  it('adds the last full year and takes off the same part of it', () => {
    const reports = [
      report('2025-09-30', { revenue: 90 }),
      report('2024-12-31', { revenue: 100 }),
      report('2024-09-30', { revenue: 70 }),
    ];
    expect(trailingYear(reports, 'revenue', reports[0])).toBe(120);
  });

  it('is the year itself on an annual report, and unknown with a hole', () => {
    const year = report('2024-12-31', { revenue: 100 });
    const quarters = report('2025-09-30', { revenue: 90 });
    expect(trailingYear([year], 'revenue', year)).toBe(100);
    expect(trailingYear([quarters], 'revenue', quarters)).toBeNull();
  });

  it('knows no growth from a loss', () => {
    const reports = [report('2024-12-31', { profit: 5 }), report('2023-12-31', { profit: -5 })];
    expect(trailingGrowth(reports, 'profit')).toBeNull();
  });
});

describe('the checklist', () => {
  it('has twenty items of one point, with keys of their own', () => {
    for (const facts of [STRONG, changed('incomes', { comp_type: '2' })]) {
      expect(checklistFor(facts)).toHaveLength(CHECKLIST_SIZE);
      expect(new Set(checklistFor(facts).map(({ key }) => key)).size).toBe(CHECKLIST_SIZE);
    }
  });

  it('gives a strong company every point, by data alone', () => {
    const scored = scoreCompany(STRONG, []);
    expect(scored.items.filter(({ points }) => points === 0)).toEqual([]);
    expect(scored).toMatchObject({ score: 20, available: 20 });
  });

  it('gives no point if nothing is known, and notes it', () => {
    const scored = scoreCompany(NOTHING, []);
    expect(scored).toMatchObject({ score: 0, available: 0 });
    expect(scored.items.every(({ decidedBy, reason }) => decidedBy === 'none' && reason === '没有数据')).toBe(true);
    expect(scoreNote(scored)).toContain('没有数据：营收增长');
  });

  const growing = (column: string, factor: number): CompanyFacts =>
    changed('balanceSheets', { [column]: estimateRevenue('2025-09-30') * 0.2 * factor });

  it.each<[string, CompanyFacts]>([
    ['revenue_growth', changed('incomes', { revenue: estimateRevenue('2024-09-30') })],
    ['core_profit_growth', changed('indicators', { dt_netprofit_yoy: 9.99 })],
    ['core_profit_growth', changed('indicators', { profit_dedt: -1 })],
    ['latest_quarter', changed('indicators', { q_sales_yoy: 0 })],
    ['latest_quarter', changed('indicators', { q_netprofit_yoy: -0.1 })],
    ['gross_margin', changed('indicators', { grossprofit_margin: 39.99 })],
    ['margin_stability', changed('indicators', { grossprofit_margin: 42.99 })],
    ['net_margin', changed('indicators', { netprofit_margin: 4.99 })],
    ['profit_quality', changed('indicators', { profit_dedt: estimateRevenue('2025-09-30') * 0.0799 })],
    ['cash_conversion', changed('cashFlows', { n_cashflow_act: 0 })],
    ['receivables', growing('accounts_receiv', 2)],
    ['inventory', growing('inventories', 2)],
    ['leverage', changed('indicators', { debt_to_assets: 60.01 })],
    ['liquidity', changed('balanceSheets', { money_cap: 2.9 * YI })],
    ['goodwill', changed('balanceSheets', { goodwill: 4.01 * YI })],
    ['valuation', { ...STRONG, peTtm: 31, pb: 3.01 }],
    ['valuation', { ...STRONG, peTtm: -3, pb: 3.01 }],
    ['governance', changed('pledges', { pledge_ratio: 30.1 })],
    ['governance', { ...STRONG, holderTrades: [report('2025-10-01', { in_de: 'DE', change_ratio: 1.1 })] }],
    ['governance', { ...STRONG, unlocks: [report('2025-12-01', { float_ratio: 10.1 })] }],
    ['listing_risk', changed('audits', { audit_result: '保留意见' })],
    ['listing_risk', { ...STRONG, isSt: true }],
    ['listing_risk', { ...STRONG, close: 1.99 }],
    ['listing_risk', { ...STRONG, totalMarketCap: 9.9 * YI }],
    ['listing_risk', changed('balanceSheets', { total_hldr_eqy_exc_min_int: -1 })],
  ])('takes the point of %s away if its condition fails', (key, facts) => {
    expect(listPoints(facts)[key]).toBe(0);
  });

  it.each<[string, CompanyFacts]>([
    ['three_year_profit', withAnnual('incomes', 'n_income_attr_p', [1.25, 1.2, 1.1, 1])],
    ['three_year_profit', withAnnual('incomes', 'n_income_attr_p', [9, -1, 3, 1])],
    ['roe', withAnnual('indicators', 'roe_dt', [10, 10, 9.9])],
    ['roic', withAnnual('indicators', 'roic', [7.9])],
    ['free_cash', withAnnual('cashFlows', 'n_cashflow_act', [0, 0, 0])],
    ['listing_risk', withAnnual('incomes', 'n_income_attr_p', [-1], { revenue: 2.9 * YI })],
    ['listing_risk', { ...withAnnual('incomes', 'n_income_attr_p', [-1], { revenue: 0.49 * YI }), board: 'bse' }],
  ])('looks at the annual reports for %s', (key, facts) => {
    expect(listPoints(facts)[key]).toBe(0);
  });

  it('gives the points of receivables and inventory up to ten points over the growth of revenue, these included', () => {
    const dated = (...values: number[]) =>
      ['2025-09-30', '2024-09-30', '2024-12-31', '2023-09-30', '2023-12-31'].map(
        (period, at) => [period, values[at] ?? 0] as const,
      );
    const incomes = dated(120, 100, 100, 100, 100).map(([period, revenue]) => report(period, { revenue }));
    const of = (now: number) => ({
      ...STRONG,
      incomes,
      balanceSheets: dated(now, 100, 100, 100, 100).map(([period, stock]) =>
        report(period, { accounts_receiv: stock, inventories: stock }),
      ),
    });
    expect(trailingGrowth(incomes, 'revenue')).toBe(20);
    expect(listPoints(of(130))).toMatchObject({ receivables: 1, inventory: 1 });
    expect(listPoints(of(130.1))).toMatchObject({ receivables: 0, inventory: 0 });
  });

  it('requires less revenue with a loss in Beijing', () => {
    const buildLoss = (revenue: number) => withAnnual('incomes', 'n_income_attr_p', [-1], { revenue });
    expect(listPoints({ ...buildLoss(0.6 * YI), board: 'bse' })['listing_risk']).toBe(1);
    expect(listPoints({ ...buildLoss(0.6 * YI), board: 'star' })['listing_risk']).toBe(0);
  });

  it('lets insiders buy back what they sold', () => {
    const trades = [
      report('2025-10-01', { in_de: 'DE', change_ratio: 1.5 }),
      report('2025-10-02', { in_de: 'IN', change_ratio: 0.6 }),
    ];
    expect(listPoints({ ...STRONG, holderTrades: trades })['governance']).toBe(1);
  });

  it('gives the point of valuation for a low price to book alone', () => {
    expect(listPoints({ ...STRONG, peTtm: null, industry: null, pb: 3 })['valuation']).toBe(1);
  });

  it('has other items for banks', () => {
    const bank = changed('incomes', { comp_type: '2' });
    const points = listPoints({ ...bank, pb: 1.2 });
    expect(points).toMatchObject({
      roa: 1,
      roe_rising: 0,
      equity_ratio: 1,
      book_value_growth: 1,
      dividend_yield: 1,
      low_pb: 1,
      three_dividends: 1,
      three_profitable_years: 1,
    });
    expect(points).not.toHaveProperty('gross_margin');
    expect(listPoints({ ...bank, dividends: STRONG.dividends.slice(1) })['three_dividends']).toBe(0);
  });

  it("takes a model's answer to the items for models, and to no other", () => {
    const facts = { ...STRONG, audits: [], indicators: [] };
    expect(selectModelItems(facts).map(({ key }) => key)).toEqual(['listing_risk']);
    const scored = scoreCompany(facts, [
      { key: 'listing_risk', point: true, reason: '未见非标意见' },
      { key: 'roe', point: true, reason: '记得很高' },
      { key: 'goodwill', point: false, reason: '不信' },
      { key: 'invented', point: true, reason: '加分' },
    ]);
    expect(scored).toMatchObject({ judged: 1 });
    const of = (key: string) => scored.items.find((item) => item.key === key);
    expect(of('listing_risk')).toMatchObject({ decidedBy: 'model', points: 1, reason: '未见非标意见' });
    expect(of('roe')).toMatchObject({ decidedBy: 'none', points: 0 });
    expect(of('goodwill')).toMatchObject({ decidedBy: 'data', points: 1 });
  });

  it('requests the rank among peers from a model, never missing data', () => {
    const alone = { ...STRONG, industry: null, pbMedianFiveYears: null, eventsKnown: NOTHING.eventsKnown, audits: [] };
    expect(selectModelItems(alone).map(({ key }) => key)).toEqual([
      'gross_margin',
      'valuation',
      'governance',
      'listing_risk',
    ]);
    expect(selectModelItems(NOTHING)).toEqual([]);
    expect(selectModelItems({ ...alone, pledges: [] }).map(({ key }) => key)).not.toContain('governance');
    const bank = {
      ...changed('incomes', { comp_type: '2' }),
      industry: null,
      pbMedianFiveYears: null,
      audits: [],
      eventsKnown: NOTHING.eventsKnown,
    };
    expect(selectModelItems(bank).map(({ key }) => key)).toEqual([
      'roa',
      'equity_ratio',
      'valuation',
      'governance',
      'listing_risk',
    ]);
  });

  it('leaves growth open if the year before is missing, and what is compared with it', () => {
    const annual = (list: readonly CompanyReport[]) => list.filter(({ periodEnd }) => periodEnd === '2024-12-31');
    const first = { ...STRONG, incomes: annual(STRONG.incomes) };
    const open = scoreCompany(first, []).items.filter(({ decidedBy }) => decidedBy === 'none');
    expect(open.map(({ key }) => key)).toEqual(expect.arrayContaining(['revenue_growth', 'receivables', 'inventory']));
    const hole = { ...STRONG, incomes: STRONG.incomes.filter(({ periodEnd }) => !periodEnd.startsWith('2023')) };
    const holed = scoreCompany(hole, []).items.filter(({ decidedBy }) => decidedBy === 'none');
    expect(holed.map(({ key }) => key)).toEqual(expect.arrayContaining(['revenue_growth', 'receivables', 'inventory']));
  });

  it('decides nothing by the reports of a company that stopped reporting', () => {
    const stopped = { ...STRONG, asOf: calendarDayOf('2027-03-31') };
    const open = scoreCompany(stopped, []).items.filter(({ decidedBy }) => decidedBy === 'none');
    expect(open.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['revenue_growth', 'latest_quarter', 'roe', 'roic', 'cash_conversion', 'goodwill']),
    );
    // The newest annual report is too old, the third quarter is not.
    const late = { ...STRONG, asOf: calendarDayOf('2026-07-01') };
    const deciders = Object.fromEntries(scoreCompany(late, []).items.map(({ key, decidedBy }) => [key, decidedBy]));
    expect(deciders).toMatchObject({ roic: 'none', roe: 'none', latest_quarter: 'data', net_margin: 'data' });
  });

  it('takes sales and unlocks for absent only if they were requested', () => {
    const decider = (facts: CompanyFacts) =>
      scoreCompany(facts, []).items.find(({ key }) => key === 'governance')?.decidedBy;
    expect(decider(STRONG)).toBe('data');
    expect(decider({ ...STRONG, eventsKnown: { holderTrades: false, unlocks: true } })).toBe('none');
    expect(decider({ ...STRONG, eventsKnown: { holderTrades: true, unlocks: false } })).toBe('none');
    const pledged = { ...changed('pledges', { pledge_ratio: 40 }), eventsKnown: NOTHING.eventsKnown };
    expect(decider(pledged)).toBe('data');
  });

  it('counts an unlock once, however often it was announced', () => {
    const unlock = (publishedOn: string, float_ratio: number, holder_name: string): CompanyReport => ({
      ...report('2025-12-01', { float_ratio, holder_name }),
      publishedOn: calendarDayOf(publishedOn),
    });
    const once = [unlock('2025-06-01', 6, '甲'), unlock('2025-10-20', 6, '甲'), unlock('2025-10-20', 3, '乙')];
    expect(listPoints({ ...STRONG, unlocks: once })['governance']).toBe(1);
    expect(listPoints({ ...STRONG, unlocks: [...once, unlock('2025-10-20', 3, '丙')] })['governance']).toBe(0);
  });

  it('never gives more than one point an item, whatever is missing', () => {
    const keys = Object.keys(STRONG) as (keyof CompanyFacts)[];
    fc.assert(
      fc.property(fc.subarray(keys.filter((key) => key !== 'asOf' && key !== 'board')), (missing) => {
        const facts = { ...STRONG, ...Object.fromEntries(missing.map((key) => [key, NOTHING[key]])) };
        const { score, available, items } = scoreCompany(facts, []);
        expect(items).toHaveLength(CHECKLIST_SIZE);
        expect(score).toBeLessThanOrEqual(available);
        const open = new Set(items.filter(({ decidedBy }) => decidedBy === 'none').map(({ key }) => key));
        expect(open.size).toBe(CHECKLIST_SIZE - available);
        expect(selectModelItems(facts).length).toBeLessThanOrEqual(MAX_MODEL_ITEMS);
        expect(selectModelItems(facts).every(({ key }) => open.has(key))).toBe(true);
      }),
    );
  });
});

/** Sets a column of the annual reports, newest first; `also` goes to each of them. */
function withAnnual(
  list: 'indicators' | 'incomes' | 'cashFlows',
  column: string,
  values: readonly number[],
  also: CompanyReport['fields'] = {},
): CompanyFacts {
  const years = STRONG[list].filter(({ periodEnd }) => periodEnd.endsWith('-12-31'));
  const of = new Map(values.map((value, index) => [years[index]?.periodEnd, value]));
  return {
    ...STRONG,
    [list]: STRONG[list].map((one) =>
      of.has(one.periodEnd)
        ? { ...one, fields: { ...one.fields, ...also, [column]: of.get(one.periodEnd) ?? null } }
        : one,
    ),
  };
}
