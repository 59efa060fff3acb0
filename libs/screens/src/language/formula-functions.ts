import { usageOf } from '#lib/formulas';

/** What a function is for, and a formula that uses it. */
export interface FunctionHelp {
  readonly name: string;
  /** How it is called, such as `MA(X, N)`. */
  readonly usage: string;
  readonly zh: string;
  readonly en: string;
  readonly exampleFormula: string;
}

type Entry = readonly [name: string, zh: string, en: string, exampleFormula: string];

const PAST: readonly Entry[] = [
  ['REF', 'A 根 K 线前的值', 'the value A bars before', 'C > REF(C, 5);'],
  ['HHV', 'N 根内的最高值，0 为全部', 'highest of N bars; 0: of all', 'C >= HHV(C, 60);'],
  ['LLV', 'N 根内的最低值，0 为全部', 'lowest of N bars; 0: of all', 'V <= LLV(V, 250);'],
  ['HHVBARS', '距 N 根内最高值几根', 'bars since the highest of N', 'HHVBARS(H, 60) <= 3;'],
  ['LLVBARS', '距 N 根内最低值几根', 'bars since the lowest of N', 'LLVBARS(L, 60) >= 20;'],
  ['SUM', 'N 根之和，0 为全部', 'sum of N bars; 0: of all', 'SUM(AMOUNT, 5) > 1000000000;'],
  ['BARSLAST', '上次成立距今几根', 'bars since it last held', 'BARSLAST(PCT > 9.8) <= 10;'],
  ['BARSLASTCOUNT', '连续成立几根', 'bars in a row on which it holds', 'BARSLASTCOUNT(C > REF(C, 1)) = 3;'],
  ['BARSSINCEN', 'N 根内首次成立距今几根', 'bars since it first held within N', 'BARSSINCEN(PCT > 7, 20) > 5;'],
  ['VALUEWHEN', '条件上次成立时的值', 'the value when it last held', 'C > VALUEWHEN(CROSS(C, MA(C, 20)), H);'],
];

const AVERAGES: readonly Entry[] = [
  ['MA', 'N 根简单平均', 'mean of N bars', 'C > MA(C, 20);'],
  ['EMA', 'N 根指数平均', 'exponential mean of N bars', 'EMA(C, 12) > EMA(C, 26);'],
  ['SMA', '平滑平均，权重 M/N', 'smoothed mean of weight M/N', 'C > SMA(C, 10, 1);'],
  ['WMA', '加权平均，越近越重', 'mean that weighs later bars more', 'C > WMA(C, 20);'],
  ['DMA', '动态平均，Y 为权重，0 至 1', 'mean of the weight Y, 0 to 1', 'C > DMA(C, V / SUM(V, 20));'],
  ['STD', 'N 根标准差', 'standard deviation of N bars', 'STD(C, 20) / MA(C, 20) < 0.03;'],
  ['AVEDEV', 'N 根平均绝对偏差', 'mean deviation of N bars', 'AVEDEV(C, 20) < 0.5;'],
  ['SLOPE', 'N 根线性回归斜率', 'slope of the line through N bars', 'SLOPE(C, 20) > 0;'],
];

const CONDITIONS: readonly Entry[] = [
  ['COUNT', 'N 根中成立几次，0 为全部', 'on how many of N bars it holds; 0: of all', 'COUNT(C > O, 5) >= 4;'],
  ['EVERY', 'N 根都成立', 'holds on each of N bars', 'EVERY(C > MA(C, 20), 10);'],
  ['EXIST', 'N 根中成立过', 'holds on some of N bars', 'EXIST(PCT > 9.8, 20);'],
  ['LAST', '从前 A 根到前 B 根都成立', 'holds from A bars back to B bars back', 'LAST(C < MA(C, 20), 10, 1);'],
  ['CROSS', 'X 上穿 Y', 'X rises over Y', 'CROSS(MA(C, 5), MA(C, 20));'],
  ['LONGCROSS', 'X 低于 Y 满 N 根后上穿', 'X rises over Y after N bars under it', 'LONGCROSS(C, MA(C, 60), 20);'],
  ['FILTER', '成立后 A 根内不再算', 'holds, and then not for A bars', 'FILTER(C > REF(H, 1), 5);'],
  ['BETWEEN', 'X 在 Y 与 Z 之间', 'X lies between Y and Z', 'BETWEEN(PCT, 3, 7);'],
  ['IF', 'X 成立取 Y，否则取 Z', 'Y where X holds, else Z', 'IF(ST, PCT > 3, PCT > 5);'],
  ['NOT', '不成立', 'does not hold', 'NOT(ST);'],
];

const ARITHMETIC: readonly Entry[] = [
  ['MAX', '较大的', 'the larger', 'C > MAX(O, REF(C, 1));'],
  ['MIN', '较小的', 'the smaller', 'L < MIN(O, REF(C, 1));'],
  ['ABS', '绝对值', 'absolute value', 'ABS(PCT) < 1;'],
  ['SQRT', '平方根', 'square root', 'SQRT(V) > 300;'],
  ['LN', '自然对数', 'natural logarithm', 'LN(C / REF(C, 20)) > 0.2;'],
  ['POW', 'X 的 Y 次方', 'X to the power of Y', 'POW(C / REF(C, 250), 2) > 2;'],
  [
    'ZTPRICE',
    '由昨收和幅度算涨停价',
    'limit-up price from the previous close and the share',
    'C >= ZTPRICE(REF(C, 1), 0.1);',
  ],
  [
    'DTPRICE',
    '由昨收和幅度算跌停价',
    'limit-down price from the previous close and the share',
    'C <= DTPRICE(REF(C, 1), 0.1);',
  ],
];

const INDICATORS: readonly Entry[] = [
  ['MACD.DIF', 'MACD 快线', 'fast line of MACD', 'CROSS(MACD.DIF(12, 26, 9), MACD.DEA(12, 26, 9));'],
  ['MACD.DEA', 'MACD 慢线', 'slow line of MACD', 'MACD.DEA(12, 26, 9) > 0;'],
  ['MACD.MACD', 'MACD 柱', 'bars of MACD', 'MACD.MACD(12, 26, 9) > 0;'],
  ['KDJ.K', 'KDJ 的 K', 'K of KDJ', 'CROSS(KDJ.K(9, 3, 3), KDJ.D(9, 3, 3));'],
  ['KDJ.D', 'KDJ 的 D', 'D of KDJ', 'KDJ.D(9, 3, 3) < 20;'],
  ['KDJ.J', 'KDJ 的 J', 'J of KDJ', 'KDJ.J(9, 3, 3) < 0;'],
  ['BOLL.MID', '布林中轨', 'middle of the Bollinger bands', 'C > BOLL.MID(20, 2);'],
  ['BOLL.UB', '布林上轨', 'upper Bollinger band', 'CROSS(C, BOLL.UB(20, 2));'],
  ['BOLL.LB', '布林下轨', 'lower Bollinger band', 'L < BOLL.LB(20, 2) AND C > BOLL.LB(20, 2);'],
  ['RSI', '相对强弱', 'relative strength index', 'RSI(6) < 20;'],
  ['WR', '威廉指标', 'Williams %R', 'WR(10) > 90;'],
  ['CCI', '顺势指标', 'commodity channel index', 'CROSS(CCI(14), -100);'],
  ['ATR', '平均真实波幅', 'average true range', 'H - L > 2 * ATR(14);'],
];

/** `NOT` is an operator that may be written as a call. */
const NOT_USAGE = 'NOT(X)';

/** Every function of the language, by what it is for. */
export const FORMULA_FUNCTIONS: readonly FunctionHelp[] = [
  ...[...PAST, ...AVERAGES, ...CONDITIONS],
  ...[...ARITHMETIC, ...INDICATORS],
].map(([name, zh, en, exampleFormula]) => ({ name, usage: usageOf(name) ?? NOT_USAGE, zh, en, exampleFormula }));
