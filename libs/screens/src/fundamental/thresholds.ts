const threshold = <const Template extends string, const Type extends 'integer' | 'number'>(
  template: Template,
  type: Type,
  [fallback, minimum, maximum]: readonly [number, number, number],
  words: { readonly zh: string; readonly en: string },
) => ({ type, default: fallback, minimum, maximum, ...words, countsWith: { template: [template] } });

/** Of the templates. Percent unless the words name another unit. */
export const TEMPLATE_THRESHOLDS = {
  roe_min: threshold('white_horse', 'number', [15, -100, 100], {
    ...{ zh: '三年每年扣非 ROE ≥（%）', en: 'Core ROE of each of three years ≥ (%)' },
  }),
  debt_max: threshold('white_horse', 'number', [60, 0, 100], { zh: '资产负债率 ≤（%）', en: 'Debt to assets ≤ (%)' }),
  cash_min: threshold('white_horse', 'number', [0.8, -10, 10], {
    ...{ zh: '四季经营现金流 / 净利润 ≥（倍）', en: 'Operating cash / profit of four quarters ≥ (times)' },
  }),
  sales_growth_min: threshold('growth', 'number', [20, -100, 1000], {
    ...{ zh: '近两季单季营收同比都 ≥（%）', en: 'Sales growth of each of two quarters ≥ (%)' },
  }),
  core_growth_min: threshold('growth', 'number', [20, -100, 1000], {
    ...{ zh: '近两季单季扣非同比都 ≥（%）', en: 'Core profit growth of each of two quarters ≥ (%)' },
  }),
  peg_max: threshold('growth', 'number', [1, 0, 100], { zh: 'PEG ≤（倍）', en: 'PEG ≤ (times)' }),
  own_pe_rank_max: threshold('undervalued', 'number', [20, 0, 100], {
    ...{ zh: '市盈率在自身五年的分位 ≤（%）', en: 'P/E rank in its own five years ≤ (%)' },
  }),
  industry_pe_rank_max: threshold('undervalued', 'number', [20, 0, 100], {
    ...{ zh: '市盈率在行业的分位 ≤（%）', en: 'P/E rank in the industry ≤ (%)' },
  }),
  pb_min: threshold('undervalued', 'number', [0, -100, 1000], { zh: '市净率 ≥（倍）', en: 'P/B ≥ (times)' }),
  dividend_yield_min: threshold('undervalued', 'number', [3, 0, 100], {
    zh: '股息率 ≥（%）',
    en: 'Dividend yield ≥ (%)',
  }),
  loss_years_min: threshold('turnaround', 'integer', [2, 1, 5], {
    ...{ zh: '最近连续亏损年数 ≥（年）', en: 'Newest years of loss in a row ≥ (years)' },
  }),
  quarter_profit_over: threshold('turnaround', 'number', [0, -1000, 1000], {
    ...{ zh: '最近单季净利润 >（亿元）', en: 'Profit of the newest quarter > (100 million yuan)' },
  }),
  quarter_sales_growth_over: threshold('turnaround', 'number', [0, -100, 1000], {
    ...{ zh: '最近单季营收同比 >（%）', en: 'Sales growth of the newest quarter > (%)' },
  }),
} as const;

const WITH_EXCLUSIONS = { countsWith: { template: ['sound'], exclude_risks: [true] } } as const;

/** Of the exclusions: a company with more is left out. */
export const EXCLUSION_THRESHOLDS = {
  goodwill_max: {
    ...({ type: 'number', default: 30, minimum: 0, maximum: 1000 } as const),
    ...{ zh: '排雷：商誉 / 净资产 ≤（%）', en: 'Exclusion: goodwill / equity ≤ (%)', ...WITH_EXCLUSIONS },
  },
  receivables_lead_max: {
    ...({ type: 'number', default: 30, minimum: 0, maximum: 1000 } as const),
    ...{ zh: '排雷：应收同比 − 营收同比 ≤（百分点）', ...WITH_EXCLUSIONS },
    en: 'Exclusion: receivables growth less sales growth ≤ (points)',
  },
  pledge_max: {
    ...({ type: 'number', default: 50, minimum: 0, maximum: 100 } as const),
    ...{ zh: '排雷：质押比例 ≤（%）', en: 'Exclusion: pledged shares ≤ (%)', ...WITH_EXCLUSIONS },
  },
  loss_years_max: {
    ...({ type: 'integer', default: 1, minimum: 0, maximum: 5 } as const),
    ...{ zh: '排雷：连续亏损年数 ≤（年）', en: 'Exclusion: years of loss in a row ≤ (years)', ...WITH_EXCLUSIONS },
  },
} as const;
