import type { EvidenceColumn } from '../domain/evidence';
import type { CompanyMeasure } from '../domain/stock-company';

const MEASURES: readonly (EvidenceColumn & { readonly key: CompanyMeasure })[] = [
  { key: 'peTtm', unit: 'times', zh: '市盈率', en: 'P/E' },
  { key: 'pb', unit: 'times', zh: '市净率', en: 'P/B' },
  { key: 'dividendYieldPct', unit: 'pct', zh: '股息率', en: 'Dividend yield' },
  { key: 'ownPeRankPct', unit: 'pct', zh: '市盈率五年分位', en: 'P/E rank, own five years' },
  { key: 'industryPeRankPct', unit: 'pct', zh: '市盈率行业分位', en: 'P/E rank, industry' },
  { key: 'roeLeastPct', unit: 'pct', zh: '三年最低扣非 ROE', en: 'Lowest core ROE, three years' },
  { key: 'debtPct', unit: 'pct', zh: '资产负债率', en: 'Debt to assets' },
  { key: 'cashConversion', unit: 'times', zh: '经营现金流 / 净利润', en: 'Operating cash / profit' },
  { key: 'salesGrowthPct', unit: 'pct', zh: '近两季营收同比（较低）', en: 'Sales growth, lower of two quarters' },
  { key: 'coreGrowthPct', unit: 'pct', zh: '近两季扣非同比（较低）', en: 'Core profit growth, lower of two quarters' },
  { key: 'peg', unit: 'times', zh: 'PEG', en: 'PEG' },
  { key: 'lossYears', unit: 'count', zh: '连续亏损年数', en: 'Years of loss in a row' },
  { key: 'quarterProfitYi', unit: 'yi', zh: '单季净利润', en: 'Profit of the quarter' },
  { key: 'quarterSalesGrowthPct', unit: 'pct', zh: '单季营收同比', en: 'Sales growth of the quarter' },
  { key: 'cleanAudit', unit: 'yesNo', zh: '审计标准无保留', en: 'Clean audit opinion' },
  { key: 'goodwillPct', unit: 'pct', zh: '商誉 / 净资产', en: 'Goodwill / equity' },
  {
    key: 'receivablesLeadPoints',
    unit: 'number',
    zh: '应收同比 − 营收同比',
    en: 'Receivables growth less sales growth',
  },
  { key: 'pledgePct', unit: 'pct', zh: '质押比例', en: 'Pledged' },
];

export const SHOWN_MEASURES: readonly CompanyMeasure[] = MEASURES.map(({ key }) => key);

export const FUNDAMENTAL_EVIDENCE: readonly EvidenceColumn[] = [
  { key: 'points', unit: 'score', zh: '得分', en: 'Points' },
  { key: 'items', unit: 'count', zh: '有数据的项目', en: 'Items with data' },
  ...MEASURES,
];
