import { quantile } from '#lib/kernel';
import { findLowest, MEDIAN_DAYS, PRIOR_WINDOW_DAYS } from '../domain/low-volumes';
import { type Candidate, defineScreen } from '../domain/screen';
import { NO_FILTERS } from '../domain/screen-filters';
import type { StockBars } from '../domain/stock-bars';
import { valueAt } from '../measures/value-at';
import { barsBefore, findLowDay, type LowRange } from './low-day';

const YI = 1e8;
const SHARES_A_LOT = 100;
const MOST_CAP_YI = 1e6;

/** The contract's scan (docs/scan.md) with its default options: the same hits, on the same days. */
export const lowVolume = defineScreen({
  id: 'low_volume',
  version: 1,
  source: '一年地量',
  words: {
    zh: {
      name: '一年地量',
      description:
        '所选天数内的最低成交量，此前 360 个交易日没有更低；收于涨停的不算。流通市值按所选天数内最后一日计。与一年地量扫描的结果一致。',
    },
    en: {
      name: 'One-year low volume',
      description:
        'The lowest volume of the days in question, not undercut on the 360 open days before; a close at limit-up does not count. Circulating caps are those of the last of the days. The same hits as the low-volume scan.',
    },
  },
  parameters: {
    range_days: { type: 'integer', default: 20, minimum: 1, maximum: 60, zh: '天数', en: 'Open days' },
    circ_mkt_min_yi: {
      ...({ type: 'number', default: 100, minimum: 0, maximum: MOST_CAP_YI } as const),
      ...{ zh: '最低流通市值（亿元）', en: 'Least circulating cap (100 million yuan)' },
    },
    circ_mkt_max_yi: {
      ...({ type: 'number', default: 500, minimum: 0, maximum: MOST_CAP_YI } as const),
      ...{ zh: '最高流通市值（亿元）', en: 'Most circulating cap (100 million yuan)' },
    },
  },
  evidence: [
    { key: 'volumeLots', unit: 'lots', zh: '地量', en: 'Volume' },
    { key: 'priorLowLots', unit: 'lots', zh: '此前最低量', en: 'Lowest volume before' },
    { key: 'priorLowDate', unit: 'date', zh: '此前最低量日', en: 'Day of it' },
    { key: 'relVolume', unit: 'times', zh: '量/250日中位', en: 'Volume / median of 250' },
    { key: 'capYi', unit: 'yi', zh: '期末流通市值', en: 'Cap on the last day' },
  ],
  filters: NO_FILTERS,

  dailyParameters: { range_days: 1 },

  needs: ({ range_days: days }) => ({
    bars: PRIOR_WINDOW_DAYS + days,
    caps: true,
    requiresCap: true,
    withinDays: days,
  }),

  findConflict: ({ circ_mkt_min_yi: minYi, circ_mkt_max_yi: maxYi }) =>
    minYi > maxYi ? { parameter: 'circ_mkt_min_yi', allowed: 'at most circ_mkt_max_yi' } : undefined,

  // A range of one day ends on each bar, a longer one on the day that the bars were read for.
  find(bars, from, { range_days: days, circ_mkt_min_yi: minYi, circ_mkt_max_yi: maxYi }, found) {
    for (let last = days === 1 ? from : bars.count - 1; last < bars.count; last += 1) {
      const cap = valueAt(bars.floatCap, last);
      if (!(cap >= minYi * YI && cap <= maxYi * YI)) continue;
      const range = { last, days, idleDays: last === bars.count - 1 ? bars.idleDays : 0 };
      const low = findLowDay(bars, range);
      if (low !== null) found(low, describe(bars, low, range));
    }
  },
});

function describe(bars: StockBars, low: number, range: LowRange): Omit<Candidate, 'code'> {
  const { tradedVolume, day, floatCap } = bars;
  const prior = findLowest(tradedVolume, barsBefore(bars, range, PRIOR_WINDOW_DAYS));
  const volume = valueAt(tradedVolume, low);
  const { from, until } = barsBefore(bars, range, MEDIAN_DAYS);
  const relVolume = until === from ? null : volume / quantile(tradedVolume.slice(from, until), 0.5);
  return {
    // The quieter for the stock, the better.
    score: relVolume === null ? 0 : 1 / relVolume,
    evidence: {
      volumeLots: volume / SHARES_A_LOT,
      priorLowLots: prior === undefined ? null : valueAt(tradedVolume, prior) / SHARES_A_LOT,
      priorLowDate: prior === undefined ? null : valueAt(day, prior),
      relVolume,
      capYi: valueAt(floatCap, range.last) / YI,
    },
  };
}
