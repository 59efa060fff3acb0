import { type Candidate, defineScreen } from '../domain/screen';
import { CHECKLIST_SIZE, MIN_AVAILABLE_ITEMS, type StockCompany } from '../domain/stock-company';

/** Items that every hit has its point of. A company whose checklist has none of an item does not have the point. */
const TEMPLATES = {
  any: [],
  white_horse: ['roe', 'leverage', 'cash_conversion'],
  growth: ['revenue_growth', 'core_profit_growth', 'latest_quarter'],
  undervalued: ['valuation', 'listing_risk'],
  sound: ['goodwill', 'receivables', 'governance', 'listing_risk'],
} as const;
type Template = keyof typeof TEMPLATES;

/** Rule: screens.md, section 6. */
export const fundamental = defineScreen({
  id: 'fundamental',
  version: 1,
  source: '财务分析',
  words: {
    zh: {
      name: '财务分析',
      description: '二十项财务清单里只由数据判断的得分，按当天已公布的报表。模板要求其中几项必须得分。',
    },
    en: {
      name: 'Fundamentals',
      description:
        'Points of the twenty-item checklist that data alone decide, by the reports that were public on the day. A template requires some of the items.',
    },
  },
  parameters: {
    min_score: { type: 'integer', default: 14, minimum: 0, maximum: CHECKLIST_SIZE, zh: '最低得分', en: 'Least score' },
    min_items: {
      ...({ type: 'integer', default: MIN_AVAILABLE_ITEMS, minimum: 1, maximum: CHECKLIST_SIZE } as const),
      ...{ zh: '最少有数据的项目', en: 'Least items with data' },
    },
    template: {
      ...({ type: 'string', default: 'any', enum: Object.keys(TEMPLATES) as Template[] } as const),
      ...{ zh: '模板', en: 'Template' },
    },
  },
  evidence: [
    { key: 'points', unit: 'score', zh: '得分', en: 'Points' },
    { key: 'items', unit: 'count', zh: '有数据的项目', en: 'Items with data' },
    { key: 'peTtm', unit: 'times', zh: '市盈率', en: 'P/E' },
    { key: 'pb', unit: 'times', zh: '市净率', en: 'P/B' },
    { key: 'dividendYieldPct', unit: 'pct', zh: '股息率', en: 'Dividend yield' },
  ],

  needs: () => ({ bars: 1, reports: true }),

  find(bars, from, { min_score: least, min_items: items, template }, found, { company } = {}) {
    if (company === undefined || from !== bars.count - 1) return;
    if (company.score < least || company.available < items || !hasAll(company, template)) return;
    found(from, { score: company.score, evidence: describe(company) });
  },

  // Of equal scores, the cheaper company first: one without earnings, or unknown ones, last.
  rank: (candidates) =>
    [...candidates].sort((a, b) => b.score - a.score || priceOf(a) - priceOf(b) || (a.code < b.code ? -1 : 1)),
});

function hasAll(company: StockCompany, template: Template): boolean {
  return TEMPLATES[template].every((item) => company.earned(item));
}

function describe({ score, available, peTtm, pb, dividendYieldPct }: StockCompany): Candidate['evidence'] {
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    ...{ points: score, items: available, peTtm: known(peTtm), pb: known(pb) },
    dividendYieldPct: known(dividendYieldPct),
  };
}

function priceOf({ evidence: { peTtm } }: Candidate): number {
  return typeof peTtm === 'number' && peTtm > 0 ? peTtm : Number.MAX_VALUE;
}
