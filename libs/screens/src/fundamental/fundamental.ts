import { type Candidate, defineScreen } from '../domain/screen';
import type { ParameterValues } from '../domain/screen-parameters';
import { CHECKLIST_SIZE, type CompanyMeasure, MIN_AVAILABLE_ITEMS, type StockCompany } from '../domain/stock-company';
import { FUNDAMENTAL_EVIDENCE, SHOWN_MEASURES } from './evidence-columns';
import { isInRanges, RANGES } from './ranges';
import { passesExclusions } from './risk-exclusions';
import { REQUIRED_ITEMS, requiredItems } from './required-items';
import { passesTemplate, TEMPLATES } from './templates';
import { EXCLUSION_THRESHOLDS, TEMPLATE_THRESHOLDS } from './thresholds';

const WITHOUT_TEMPLATE = { countsWith: { template: ['any'] } } as const;

const PARAMETERS = {
  template: {
    ...({ type: 'string', default: 'any', enum: TEMPLATES } as const),
    ...{ zh: '模板', en: 'Template' },
  },
  min_score: {
    ...({ type: 'integer', default: 14, minimum: 0, maximum: CHECKLIST_SIZE } as const),
    ...{ zh: '最低得分（不用模板）', en: 'Least score (without a template)', ...WITHOUT_TEMPLATE },
  },
  min_items: {
    ...({ type: 'integer', default: MIN_AVAILABLE_ITEMS, minimum: 1, maximum: CHECKLIST_SIZE } as const),
    ...{ zh: '最少有数据的项目（不用模板）', en: 'Least items with data (without a template)', ...WITHOUT_TEMPLATE },
  },
  template_min_score: {
    ...({ type: 'integer', default: 0, minimum: 0, maximum: CHECKLIST_SIZE } as const),
    ...{ zh: '最低得分（用模板）', en: 'Least score (with a template)' },
    countsWith: { template: TEMPLATES.filter((template) => template !== 'any') },
  },
  ...TEMPLATE_THRESHOLDS,
  exclude_risks: { type: 'boolean', default: false, zh: '排雷', en: 'Exclude risks' },
  ...EXCLUSION_THRESHOLDS,
  ...REQUIRED_ITEMS,
  ...RANGES,
} as const;

type Values = ParameterValues<typeof PARAMETERS>;

/** Rule: screens.md, section 6. */
export const fundamental = defineScreen({
  id: 'fundamental',
  version: 2,
  source: '财务分析',
  words: {
    zh: {
      name: '财务分析',
      description:
        '按当天已公布的报表挑公司。不用模板：二十项财务清单里只由数据判断的得分。用模板：白马、成长、低估、困境反转，门槛可改；任何一种都可以再排雷、要求某几项得分、限定估值。没有数据的指标不算 0，也不算达到门槛。',
    },
    en: {
      name: 'Fundamentals',
      description:
        'Companies by the reports that were public on the day. Without a template: points of the twenty-item checklist that data alone decide. Templates: quality, growth, undervalued, turnaround, with thresholds that can be changed. Exclusions, required items and ranges can be added to each. What is not known is not taken for 0 and meets no threshold.',
    },
  },
  parameters: PARAMETERS,
  evidence: FUNDAMENTAL_EVIDENCE,

  findConflict({ pe_from: peFrom, pe_to: peTo, pb_from: pbFrom, pb_to: pbTo }) {
    if (peTo > 0 && peFrom > peTo) return { parameter: 'pe_from', allowed: 'at most pe_to' };
    return pbTo > 0 && pbFrom > pbTo ? { parameter: 'pb_from', allowed: 'at most pb_to' } : undefined;
  },

  needs: () => ({ bars: 1, reports: true }),

  find(bars, from, values, found, { companies } = {}) {
    if (companies === undefined) return;
    for (let at = from; at < bars.count; at += 1) {
      const company = companies.on(bars.day[at] ?? -1);
      if (company === undefined || !fits(company, values)) continue;
      const price = company.measure('peTtm');
      // Of equal scores, the cheaper company first: one without earnings, or unknown ones, last.
      found(at, {
        score: company.score,
        tieBreak: price > 0 ? price : Number.MAX_VALUE,
        evidence: describe(company),
      });
    }
  },
});

function fits(company: StockCompany, values: Values): boolean {
  const { template, min_score: least, min_items: items, template_min_score: leastWith } = values;
  const hasPoints =
    template === 'any' ? company.score >= least && company.available >= items : company.score >= leastWith;
  if (!hasPoints || !requiredItems(values).every((item) => company.earned(item))) return false;
  if (!passesTemplate(company, template, values) || !isInRanges(company, values)) return false;
  return !(values.exclude_risks || template === 'sound') || passesExclusions(company, values);
}

function describe(company: StockCompany): Candidate['evidence'] {
  const shown = SHOWN_MEASURES.map((measure) => [measure, valueOf(company, measure)] as const);
  return { points: company.score, items: company.available, ...Object.fromEntries(shown) };
}

function valueOf(company: StockCompany, measure: CompanyMeasure): number | boolean | null {
  const value = company.measure(measure);
  if (!Number.isFinite(value)) return null;
  return measure === 'cleanAudit' ? value === 1 : value;
}
