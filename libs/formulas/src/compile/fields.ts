/** The columns of a stock that formulas read, oldest bar first; a suspended day has no bar. */
export const FIELDS = [
  'OPEN',
  'HIGH',
  'LOW',
  'CLOSE',
  'VOL',
  'AMOUNT',
  'PCT',
  'LIMITUP',
  'LIMITDOWN',
  'TURN',
  'FLOATCAP',
  'TOTALCAP',
  'ST',
  'LISTDAYS',
] as const;
export type Field = (typeof FIELDS)[number];

/** One stock's columns. */
export interface FieldSource {
  /** Writes the newest `out.length` values of a field, oldest first. */
  copyField(field: Field, out: Float64Array): void;
}

interface FieldMeaning {
  readonly zh: string;
  readonly en: string;
}

/**
 * What each field is. Prices and volumes are forward-adjusted, amounts as they were traded (specification of formulas,
 * decision 14): TongDaXin's own reading, except for what it does not have.
 */
export const FIELD_MEANINGS: Readonly<Record<Field, FieldMeaning>> = {
  OPEN: { zh: '开盘价，前复权，元', en: 'open, forward-adjusted, yuan' },
  HIGH: { zh: '最高价，前复权，元', en: 'high, forward-adjusted, yuan' },
  LOW: { zh: '最低价，前复权，元', en: 'low, forward-adjusted, yuan' },
  CLOSE: { zh: '收盘价，前复权，元', en: 'close, forward-adjusted, yuan' },
  VOL: { zh: '成交量，前复权，手', en: 'volume, forward-adjusted, lots of 100 shares' },
  AMOUNT: { zh: '成交额，元', en: 'amount, yuan' },
  PCT: { zh: '涨跌幅，%，对除权后的昨收', en: 'change in percent from the ex-right previous close' },
  LIMITUP: { zh: '涨停价，元，不复权；不限价为空', en: 'limit-up price, yuan, unadjusted; not known without limits' },
  LIMITDOWN: {
    zh: '跌停价，元，不复权；不限价为空',
    en: 'limit-down price, yuan, unadjusted; not known without limits',
  },
  TURN: { zh: '换手率，%', en: 'turnover in percent' },
  FLOATCAP: { zh: '流通市值，亿元', en: 'float market cap, 100 million yuan' },
  TOTALCAP: { zh: '总市值，亿元', en: 'total market cap, 100 million yuan' },
  ST: { zh: '当日是否 ST，1 或 0', en: 'whether the stock was ST on the day, 1 or 0' },
  LISTDAYS: { zh: '上市以来的交易日数', en: 'trading days since the listing' },
};

/** Other names of the fields. */
const ALIASES: Readonly<Record<string, Field>> = {
  O: 'OPEN',
  H: 'HIGH',
  L: 'LOW',
  C: 'CLOSE',
  V: 'VOL',
  VOLUME: 'VOL',
  AMO: 'AMOUNT',
  开盘价: 'OPEN',
  最高价: 'HIGH',
  最低价: 'LOW',
  收盘价: 'CLOSE',
  成交量: 'VOL',
  成交额: 'AMOUNT',
};

/** Other names of a field, in upper case. */
export function aliasesOf(field: Field): string[] {
  return Object.keys(ALIASES).filter((alias) => ALIASES[alias] === field);
}

/** The field that a name stands for, in upper case. */
export function findField(name: string): Field | undefined {
  return FIELDS.find((field) => field === name) ?? (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined);
}
