import { findFrom, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { rankByScore } from '../domain/rank-candidates';
import type { CompanyMeasure } from '../domain/stock-company';
import { type CompanyValues, MarketCompanies } from '../engine/market-companies';
import { fundamental } from './fundamental';

type Values = Parameters<typeof fundamental.needs>[0];
type Measures = Partial<Record<CompanyMeasure, number | null>>;

const BAR = { open: 10, high: 10.2, low: 9.8, close: 10, volume: 1000, amount: 3e8 };

/** On the bound of every template but the turnaround, whose years of loss the others don't have, and of every exclusion. */
const MEASURES: CompanyValues['measures'] = {
  ...{ peTtm: 12.5, pb: 0, dividendYieldPct: 3, ownPeRankPct: 20, industryPeRankPct: 20 },
  ...{ roeLeastPct: 15, debtPct: 60, cashConversion: 0.8 },
  ...{ salesGrowthPct: 20, coreGrowthPct: 20, peg: 1 },
  ...{ lossYears: 1, quarterProfitYi: 0.01, quarterSalesGrowthPct: 0.01 },
  ...{ cleanAudit: 1, goodwillPct: 30, receivablesLeadPoints: 30, pledgePct: 50 },
};

/** Day of the second bar. */
const DAY = 1001;

/** The stock's company as threads share it; between others and other days, so that a value of a wrong place would show. */
function companiesOf(values: Partial<CompanyValues>, measures: Measures) {
  const shared = MarketCompanies.allocate({ firstDayNo: DAY - 1, days: 3, stocks: 9 }, [2, 4, 7]);
  const companies = new MarketCompanies(shared);
  const known = { score: 15, available: 18, earned: ['roe', 'leverage'], measures: { ...MEASURES, ...measures } };
  const poor = { ...known, score: 0, earned: [] };
  for (const stockNo of [2, 4, 7]) {
    for (const day of [DAY - 1, DAY, DAY + 1]) {
      companies.set(stockNo, day, stockNo === 4 && day === DAY ? { ...known, ...values } : poor);
    }
  }
  return new MarketCompanies(shared).of(4);
}

function find(changed: Partial<Values> = {}, measures: Measures = {}, values: Partial<CompanyValues> = {}) {
  const bars = stockBarsOf([BAR, BAR]);
  const inputs = { companies: companiesOf(values, measures) };
  return findFrom(fundamental, bars, 1, valuesOf<Values>(fundamental, changed), inputs).get(1) ?? null;
}

it('finds a company with enough points of enough items, and shows what they are', () => {
  const { cleanAudit: _audit, ...numbers } = MEASURES;
  expect(find({}, { peTtm: null, goodwillPct: Infinity })).toMatchObject({
    score: 15,
    evidence: { ...numbers, points: 15, items: 18, peTtm: null, goodwillPct: null, cleanAudit: true },
  });
});

it.each<[string, Partial<CompanyValues>, Partial<Values>, boolean]>([
  ['points at the bound', { score: 14 }, {}, true],
  ['fewer points', { score: 13 }, {}, false],
  ['a lower bound', { score: 3 }, { min_score: 3 }, true],
  ['items at the bound', { available: 12 }, {}, true],
  ['fewer items', { available: 11 }, {}, false],
  ['fewer points and items with a template', { score: 3, available: 5 }, { template: 'white_horse' }, true],
  ['points of a template at the bound', {}, { template: 'white_horse', template_min_score: 15 }, true],
  ['fewer points of a template', {}, { template: 'white_horse', template_min_score: 16 }, false],
  ['a required item', {}, { required_item: 'roe', required_item_3: 'leverage' }, true],
  ['a required item without its point', {}, { required_item: 'roe', required_item_2: 'goodwill' }, false],
  ['a required item of financial companies alone', {}, { required_item: 'equity_ratio' }, false],
])('of %s', (_what, values, changed, isHit) => {
  expect(find(changed, {}, values) !== null).toBe(isHit);
});

/** A measure on the other side of its bound, and a threshold that lets it pass again. */
const FAILED: [Values['template'], Measures, Partial<Values>][] = [
  ['white_horse', { roeLeastPct: 14.9 }, { roe_min: 14.9 }],
  ['white_horse', { debtPct: 60.1 }, { debt_max: 60.1 }],
  ['white_horse', { cashConversion: 0.79 }, { cash_min: 0.79 }],
  ['growth', { salesGrowthPct: 19.9 }, { sales_growth_min: 19.9 }],
  ['growth', { coreGrowthPct: 19.9 }, { core_growth_min: 19.9 }],
  ['growth', { peg: 1.1 }, { peg_max: 1.1 }],
  ['undervalued', { ownPeRankPct: 20.1 }, { own_pe_rank_max: 20.1 }],
  ['undervalued', { industryPeRankPct: 20.1 }, { industry_pe_rank_max: 20.1 }],
  ['undervalued', { pb: -0.1 }, { pb_min: -0.1 }],
  ['undervalued', { dividendYieldPct: 2.9 }, { dividend_yield_min: 2.9 }],
  ['turnaround', { lossYears: 1 }, { loss_years_min: 1 }],
  ['turnaround', { lossYears: 2, quarterProfitYi: 0 }, { quarter_profit_over: -0.1 }],
  ['turnaround', { lossYears: 2, quarterSalesGrowthPct: 0 }, { quarter_sales_growth_over: -0.1 }],
  ['sound', { goodwillPct: 30.1 }, { goodwill_max: 30.1 }],
  ['sound', { receivablesLeadPoints: 30.1 }, { receivables_lead_max: 30.1 }],
  ['sound', { pledgePct: 50.1 }, { pledge_max: 50.1 }],
  ['sound', { lossYears: 2 }, { loss_years_max: 2 }],
];

describe.each(FAILED)('the template %s', (template, measures, lower) => {
  const years: Measures = template === 'turnaround' ? { lossYears: 2 } : {};

  it(`finds a company at its bounds, not with ${JSON.stringify(measures)}, unless ${JSON.stringify(lower)}`, () => {
    expect(find({ template }, years)).not.toBeNull();
    expect(find({ template }, { ...years, ...measures })).toBeNull();
    expect(find({ template, ...lower }, { ...years, ...measures })).not.toBeNull();
  });

  it('needs what it compares, and excludes nobody by what is not known', () => {
    const unknown = Object.fromEntries(Object.keys(measures).map((measure) => [measure, null]));
    expect(find({ template }, { ...years, ...unknown }) !== null).toBe(template === 'sound');
  });
});

it('excludes an audit opinion that is not clean, with any template', () => {
  expect(find({ template: 'sound' }, { cleanAudit: 0 })).toBeNull();
  expect(find({ template: 'growth' }, { cleanAudit: 0 })).not.toBeNull();
  expect(find({ template: 'growth', exclude_risks: true }, { cleanAudit: 0 })).toBeNull();
  expect(find({ exclude_risks: true }, { pledgePct: 51 })).toBeNull();
});

it('does not exclude years of loss from those that the turnaround looks for', () => {
  const lost: Partial<Values> = { template: 'turnaround', exclude_risks: true };
  expect(find(lost, { lossYears: 3 })).not.toBeNull();
  expect(find(lost, { lossYears: 3, pledgePct: 51 })).toBeNull();
});

it.each<[Partial<Values>, Measures, boolean]>([
  [{ pe_from: 12.5, pe_to: 12.5 }, {}, true],
  [{ pe_from: 13 }, {}, false],
  [{ pe_to: 12 }, {}, false],
  [{ pe_to: 12 }, { peTtm: -3 }, false],
  [{ pe_to: 12 }, { peTtm: null }, false],
  [{ pb_from: 1, pb_to: 2 }, { pb: 1.5 }, true],
  [{ pb_to: 2 }, { pb: 2.1 }, false],
  [{ pb_from: 2 }, { pb: 1.9 }, false],
  [{ dividend_from: 3 }, {}, true],
  [{ dividend_from: 3.1 }, {}, false],
  [{ dividend_from: 1 }, { dividendYieldPct: null }, false],
])('in the ranges %j with %j: %s', (ranges, measures, isHit) => {
  expect(find(ranges, measures) !== null).toBe(isHit);
});

it('finds nothing of a company without reports, and of another stock or day', () => {
  const bars = stockBarsOf([BAR, BAR]);
  const values = valuesOf<Values>(fundamental, { min_score: 0, min_items: 1 });
  const shared = MarketCompanies.allocate({ firstDayNo: DAY, days: 1, stocks: 2 }, [1]);
  const companies = new MarketCompanies(shared);
  const countHits = (stockNo: number) =>
    findFrom(fundamental, bars, 0, values, { companies: companies.of(stockNo) }).size;
  expect([countHits(0), countHits(1)]).toEqual([0, 0]);
  companies.set(1, DAY, { score: 0, available: 1, earned: [], measures: MEASURES });
  expect([countHits(0), countHits(1)]).toEqual([0, 1]);
});

it('ranks by points, then by price to earnings, those without earnings last', () => {
  const of = (code: string, score: number, peTtm: number | null) => {
    const hit = find({}, { peTtm }, { score });
    return hit === null ? [] : [{ code, ...hit }];
  };
  const hits = [of('5', 14, null), of('4', 14, -8), of('3', 14, 30), of('2', 14, 9), of('1', 16, null)].flat();
  expect(rankByScore(hits).map(({ code }) => code)).toEqual(['1', '2', '3', '4', '5']);
});
