/** A well-known formula to start from. */
export interface FormulaExample {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly formula: string;
}

export const FORMULA_EXAMPLES: readonly FormulaExample[] = [
  {
    ...{ id: 'averages_in_order', zh: '均线多头', en: 'Averages in order' },
    formula: `{5、10、20、60 日均线从上到下排列，20 日线向上}
M20 := MA(C, 20);
MA(C, 5) > MA(C, 10) AND MA(C, 10) > M20 AND M20 > MA(C, 60) AND M20 > REF(M20, 1);`,
  },
  {
    ...{ id: 'volume_breakout', zh: '放量突破', en: 'Breakout on volume' },
    formula: `{收盘越过前 20 日最高价，成交量为前 5 日均量的 2 倍以上}
量比: V / REF(MA(V, 5), 1);
C > REF(HHV(H, 20), 1) AND 量比 >= 2 AND C > O;`,
  },
  {
    ...{ id: 'macd_cross', zh: 'MACD 金叉', en: 'MACD crosses up' },
    formula: `DIF: MACD.DIF(12, 26, 9);
DEA: MACD.DEA(12, 26, 9);
{零轴以下的金叉较弱，这里只取零轴以上}
CROSS(DIF, DEA) AND DEA > 0;`,
  },
  {
    ...{ id: 'kdj_oversold', zh: 'KDJ 超卖金叉', en: 'KDJ crosses up from oversold' },
    formula: `K: KDJ.K(9, 3, 3);
D: KDJ.D(9, 3, 3);
CROSS(K, D) AND D < 25;`,
  },
  {
    ...{ id: 'lower_band', zh: '布林下轨反弹', en: 'Back over the lower band' },
    formula: `LB := BOLL.LB(20, 2);
下轨: LB;
{昨日收在下轨之下，今日收回}
CROSS(C, LB) AND C > O;`,
  },
  {
    ...{ id: 'rsi_oversold', zh: 'RSI 超卖', en: 'RSI oversold' },
    formula: `R6: RSI(6);
R6 < 20 AND R6 > REF(R6, 1);`,
  },
  {
    ...{ id: 'year_low_volume', zh: '一年地量', en: 'One-year low volume' },
    formula: `{近 5 日内出现过 250 日最低成交量}
BARSLAST(V <= LLV(V, 250)) <= 5;`,
  },
  {
    ...{ id: 'quiet_pullback', zh: '缩量回踩20日线', en: 'Quiet pullback to the 20-day average' },
    formula: `M20 := MA(C, 20);
距均线: (C / M20 - 1) * 100;
{均线向上，回落到附近，量缩到 20 日均量的七成以下}
M20 > REF(M20, 5) AND ABS(距均线) < 2 AND V < MA(V, 20) * 0.7 AND HHV(C, 10) > M20 * 1.05;`,
  },
  {
    ...{ id: 'after_limit_up', zh: '涨停回调', en: 'Pullback after a limit-up' },
    formula: `{2 至 8 日前涨停，此后未跌破涨停日的开盘价，今日缩量}
距涨停: BARSLAST(PCT > 9.8);
BETWEEN(距涨停, 2, 8) AND L > VALUEWHEN(PCT > 9.8, O) AND V < VALUEWHEN(PCT > 9.8, V) * 0.7;`,
  },
  {
    ...{ id: 'platform_breakout', zh: '平台突破', en: 'Out of a platform' },
    formula: `{前 30 日振幅不到 15%，今日放量收在平台之上}
TOP := REF(HHV(H, 30), 1);
BOTTOM := REF(LLV(L, 30), 1);
振幅: (TOP / BOTTOM - 1) * 100;
振幅 < 15 AND C > TOP AND V > 1.5 * MA(V, 20);`,
  },
  {
    ...{ id: 'new_high_on_volume', zh: '创60日新高放量', en: 'A 60-day high on volume' },
    formula: `C >= HHV(C, 60) AND V >= 2 * REF(MA(V, 20), 1) AND PCT > 3;`,
  },
  {
    ...{ id: 'three_rising_bars', zh: '三连阳', en: 'Three rising bars' },
    formula: `{连续三根阳线，收盘和成交量逐日抬高}
EVERY(C > O AND C > REF(C, 1), 3) AND V > REF(V, 1) AND REF(V, 1) > REF(V, 2);`,
  },
];
