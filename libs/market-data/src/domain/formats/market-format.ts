import type { BarFileFormat } from './bar-file-parser';
import { baostockCsv } from './baostock-csv';
import { eastmoneyCsv } from './eastmoney-csv';
import { tdxDay } from './tdx-day';
import { tushareCsv } from './tushare-csv';

export const MARKET_FORMATS = ['eastmoney-csv', 'baostock-csv', 'tushare-csv', 'tdx'] as const;
export type MarketFormat = (typeof MARKET_FORMATS)[number];

export interface MarketFormatRules {
  /** Files with another ending are skipped. */
  ending: string;
  parser: BarFileFormat;
}

export const FORMAT_RULES: Readonly<Record<MarketFormat, MarketFormatRules>> = {
  'eastmoney-csv': { ending: '.csv', parser: eastmoneyCsv },
  'baostock-csv': { ending: '.csv', parser: baostockCsv },
  'tushare-csv': { ending: '.csv', parser: tushareCsv },
  tdx: { ending: '.day', parser: tdxDay },
};
