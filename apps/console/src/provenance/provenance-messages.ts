import type { Schemas } from '../api/client';
import { defineMessages } from '../i18n/messages';

type Session = Schemas['SessionResponse'];
type Source = NonNullable<Session['latestCloseSource']>;
type Adjustment = NonNullable<Session['closeVsEntryAdjustment']>;

/** Where values come from: one vocabulary for every page. */
export const provenanceMessages = defineMessages({
  zh: {
    from: (source: string) => `来源：${source}`,
    unknownSource: '来源未知',
    closeOf: (day: string) => `${day} 收盘`,
    final: '已定收盘价；盘中暂定价只在图上',
    adjusted: '与入场价同口径比较（已折算除权）',
    raw: '按原始价比较：缺少除权资料',
    unknown: '不作比较：入场后有无法解释的跳空，或入场日在所存行情之外',
    noComparison: '没有入场价或行情',
    knownFrom: (day: string) => `${day} 起的除权资料齐全`,
    knownFromNowhere: '除权资料可能不全',
    capOf: (day: string) => `${day} 的流通市值`,
    estimated: '估算值：由取整的换手率或他日股本推得',
    exact: '非估算值',
    maybeEstimated: '是否估算未知',
    capError: (percent: string) => `可能相差 ±${percent}：由取整的换手率推得`,
    volumeOf: (day: string, volume: string) => `${day} 成交 ${volume}`,
    lowestOf: (from: string, to: string) => `${from} 至 ${to} 的 360 个交易日中最低`,
    chipsOf: (day: string) => `${day} 的筹码`,
    window: (bars: string, coverage: string) => `由 ${bars} 根日线算得，解释流通盘的 ${coverage}`,
    method: (name: string) => `算法：${name}`,
    available: (count: number) => `20 项中 ${count} 项由数据判定`,
    judged: (count: number) => `${count} 项由模型判断`,
    limitUp: (price: string) => `当日涨停价 ${price}`,
    stUnknown: 'ST 未知',
    stUnknownMeans: '当日是否 ST 没有资料，未按 ST 处理',
  },
  en: {
    from: (source) => `Source: ${source}`,
    unknownSource: 'Source unknown',
    closeOf: (day) => `Close of ${day}`,
    final: 'Final; provisional prices are on charts only',
    adjusted: 'Compared on one scale (ex-rights accounted for)',
    raw: 'Compared as traded: no ex-right data known',
    unknown: 'Not compared: an unexplained jump since the entry, or an entry outside of the stored bars',
    noComparison: 'No entry price, or no bars',
    knownFrom: (day) => `Ex-right data are complete from ${day} on`,
    knownFromNowhere: 'Ex-right data may be incomplete',
    capOf: (day) => `Floating market cap of ${day}`,
    estimated: 'Estimated from a rounded turnover or another day’s shares',
    exact: 'Not estimated',
    maybeEstimated: 'Whether it is estimated is unknown',
    capError: (percent) => `May be off by ±${percent}: made from a rounded turnover`,
    volumeOf: (day, volume) => `${volume} traded on ${day}`,
    lowestOf: (from, to) => `Lowest of the 360 trading days ${from} to ${to}`,
    chipsOf: (day) => `Chips of ${day}`,
    window: (bars, coverage) => `Made from ${bars} bars, which explain ${coverage} of the float`,
    method: (name) => `Method: ${name}`,
    available: (count) => `${count} of 20 items decided by data`,
    judged: (count) => `${count} judged by a model`,
    limitUp: (price) => `Limit-up price of the day: ${price}`,
    stUnknown: 'ST unknown',
    stUnknownMeans: 'Nobody told whether it was ST that day; treated as not ST',
  },
});

export const sourceMessages = defineMessages({
  zh: {
    demo: '演示数据（不是真实行情）',
    tushare: 'Tushare',
    'eastmoney-csv': '东方财富 CSV',
    'baostock-csv': 'BaoStock CSV',
    'tushare-csv': 'Tushare CSV',
    tdx: '通达信盘后数据',
    shares: '按股本计算',
    last_shares: '按最近已知的股本计算',
    share_records: '按当日有效的股本记录计算',
    snapshot: '按当日快照的股本计算',
    carried_shares: '按另一日的股本推算',
  } satisfies Record<Source, string>,
  en: {
    demo: 'demo data (not a real market)',
    tushare: 'Tushare',
    'eastmoney-csv': 'Eastmoney CSV',
    'baostock-csv': 'BaoStock CSV',
    'tushare-csv': 'Tushare CSV',
    tdx: 'TongDaXin after-market data',
    shares: 'computed from share counts',
    last_shares: 'computed from the last known share counts',
    share_records: 'computed from the share records of the day',
    snapshot: 'computed from the share counts of the day’s snapshot',
    carried_shares: 'estimated from the share counts of another day',
  },
});

export const adjustmentMessages = defineMessages({
  zh: {
    vendor: '折算依据：数据商的复权因子',
    ex_right_close: '折算依据：除权日的昨收价',
    share_change: '折算依据：股本变化（推算）',
    none: '期间没有需要折算的除权',
  } satisfies Record<Adjustment, string>,
  en: {
    vendor: 'Adjusted by: the vendor’s factors',
    ex_right_close: 'Adjusted by: previous closes on ex-right days',
    share_change: 'Adjusted by: changes of the share count (inferred)',
    none: 'No ex-right between the two days',
  },
});

export const volumeBasisMessages = defineMessages({
  zh: { raw: '按当日实际成交股数比较', shares_adjusted: '按股本变化折算后比较' },
  en: { raw: 'Volumes compared as traded', shares_adjusted: 'Volumes compared after share changes' },
});

export const limitUpBasisMessages = defineMessages({
  zh: {
    vendor: '涨停价来自数据商',
    rule: '涨停价按规则由除权昨收算得',
    rule_adjusted: '涨停价按规则由折算后的前收盘价算得',
    rule_raw_close: '涨停价按规则由前一根日线的原始收盘价算得',
  },
  en: {
    vendor: 'Limit-up price told by the vendor',
    rule: 'Limit-up price by rule from the ex-right previous close',
    rule_adjusted: 'Limit-up price by rule from the adjusted close of the bar before',
    rule_raw_close: 'Limit-up price by rule from the raw close of the bar before',
  },
});
