import { findFrom, valuesOf } from '../../../../test/support/inputs/screens/find-on';
import { stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { type CompanyValues, MarketCompanies } from '../engine/market-companies';
import { fundamental } from './fundamental';

type Values = Parameters<typeof fundamental.needs>[0];

const BAR = { open: 10, high: 10.2, low: 9.8, close: 10, volume: 1000, amount: 3e8 };
const QUALITY = ['roe', 'leverage', 'cash_conversion'];

/** The stock's company as threads share it; between two others, so that a value of a wrong stock would show. */
function companyOf(values: Partial<CompanyValues>) {
  const shared = MarketCompanies.allocate(3);
  const companies = new MarketCompanies(shared);
  const known = { score: 15, available: 18, earned: QUALITY, peTtm: 12.5, pb: 1.4, dividendYieldPct: 3 };
  companies.set(0, { ...known, score: 0, earned: [] });
  companies.set(1, { ...known, ...values });
  return new MarketCompanies(shared).of(1);
}

function find(values: Partial<CompanyValues>, changed: Partial<Values> = {}) {
  const bars = stockBarsOf([BAR, BAR]);
  const inputs = { company: companyOf(values) };
  return findFrom(fundamental, bars, 1, valuesOf<Values>(fundamental, changed), inputs).get(1) ?? null;
}

it('finds a company with enough points of enough items, and shows what they are', () => {
  expect(find({ peTtm: null })).toEqual({
    score: 15,
    evidence: { points: 15, items: 18, peTtm: null, pb: 1.4, dividendYieldPct: 3 },
  });
});

it.each<[string, Partial<CompanyValues>, Partial<Values>, boolean]>([
  ['points at the bound', { score: 14 }, {}, true],
  ['fewer points', { score: 13 }, {}, false],
  ['a lower bound', { score: 3 }, { min_score: 3 }, true],
  ['items at the bound', { available: 12 }, {}, true],
  ['fewer items', { available: 11 }, {}, false],
  ['every item of a template', {}, { template: 'white_horse' }, true],
  ['an item of a template missing', { earned: ['roe', 'leverage'] }, { template: 'white_horse' }, false],
  ['items of another template', {}, { template: 'growth' }, false],
  [
    'an item of financial companies alone',
    { earned: ['roe', 'equity_ratio', 'cash_conversion'] },
    { template: 'white_horse' },
    false,
  ],
])('of %s', (_what, values, changed, isHit) => {
  expect(find(values, changed) !== null).toBe(isHit);
});

it('finds nothing of a company without reports', () => {
  const bars = stockBarsOf([BAR]);
  const inputs = { company: new MarketCompanies(MarketCompanies.allocate(1)).of(0) };
  expect(
    findFrom(fundamental, bars, 0, valuesOf<Values>(fundamental, { min_score: 0, min_items: 1 }), inputs).size,
  ).toBe(0);
});

it('ranks by points, then by price to earnings, those without earnings last', () => {
  const of = (code: string, score: number, peTtm: number | null) => ({ code, score, evidence: { peTtm } });
  const hits = [of('5', 14, null), of('4', 14, -8), of('3', 14, 30), of('2', 14, 9), of('1', 16, null)];
  const ranked = fundamental.rank?.(hits, valuesOf<Values>(fundamental)) ?? [];
  expect(ranked.map(({ code }) => code)).toEqual(['1', '2', '3', '4', '5']);
});
