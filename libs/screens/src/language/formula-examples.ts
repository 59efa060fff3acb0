/** A well-known formula to start from. */
export interface FormulaExample {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  /** With comments and names in Chinese. */
  readonly formula: string;
  /** The same in English. */
  readonly formulaEn: string;
}

export const FORMULA_EXAMPLES: readonly FormulaExample[] = [
  {
    ...{ id: 'averages_in_order', zh: '均线多头', en: 'Averages in order' },
    formula: `{5、10、20、60 日均线从上到下排列，20 日线向上}
M20 := MA(C, 20);
MA(C, 5) > MA(C, 10) AND MA(C, 10) > M20 AND M20 > MA(C, 60) AND M20 > REF(M20, 1);`,
    formulaEn: `{the averages of 5, 10, 20 and 60 days from top to bottom, that of 20 rising}
M20 := MA(C, 20);
MA(C, 5) > MA(C, 10) AND MA(C, 10) > M20 AND M20 > MA(C, 60) AND M20 > REF(M20, 1);`,
  },
  {
    ...{ id: 'volume_breakout', zh: '放量突破', en: 'Breakout on volume' },
    formula: `{收盘越过前 20 日最高价，成交量为前 5 日均量的 2 倍以上}
量比: V / REF(MA(V, 5), 1);
C > REF(HHV(H, 20), 1) AND 量比 >= 2 AND C > O;`,
    formulaEn: `{closes over the highest of 20 days before, on at least twice the mean volume of 5 days}
RATIO: V / REF(MA(V, 5), 1);
C > REF(HHV(H, 20), 1) AND RATIO >= 2 AND C > O;`,
  },
  {
    ...{ id: 'macd_cross', zh: 'MACD 金叉', en: 'MACD crosses up' },
    formula: `DIF: MACD.DIF(12, 26, 9);
DEA: MACD.DEA(12, 26, 9);
{零轴以下的金叉较弱，这里只取零轴以上}
CROSS(DIF, DEA) AND DEA > 0;`,
    formulaEn: `DIF: MACD.DIF(12, 26, 9);
DEA: MACD.DEA(12, 26, 9);
{a cross under zero is weaker: only those above}
CROSS(DIF, DEA) AND DEA > 0;`,
  },
  {
    ...{ id: 'kdj_oversold', zh: 'KDJ 超卖金叉', en: 'KDJ crosses up from oversold' },
    formula: `K: KDJ.K(9, 3, 3);
D: KDJ.D(9, 3, 3);
CROSS(K, D) AND D < 25;`,
    formulaEn: `K: KDJ.K(9, 3, 3);
D: KDJ.D(9, 3, 3);
CROSS(K, D) AND D < 25;`,
  },
  {
    ...{ id: 'lower_band', zh: '布林下轨反弹', en: 'Back over the lower band' },
    formula: `LB := BOLL.LB(20, 2);
下轨: LB;
{昨日收在下轨之下，今日收回}
CROSS(C, LB) AND C > O;`,
    formulaEn: `LB := BOLL.LB(20, 2);
LOWER: LB;
{closed under the band yesterday, over it today}
CROSS(C, LB) AND C > O;`,
  },
  {
    ...{ id: 'rsi_oversold', zh: 'RSI 超卖', en: 'RSI oversold' },
    formula: `R6: RSI(6);
R6 < 20 AND R6 > REF(R6, 1);`,
    formulaEn: `R6: RSI(6);
R6 < 20 AND R6 > REF(R6, 1);`,
  },
  {
    ...{ id: 'year_low_volume', zh: '一年地量', en: 'One-year low volume' },
    formula: `{近 5 日内出现过 250 日最低成交量}
BARSLAST(V <= LLV(V, 250)) <= 5;`,
    formulaEn: `{within 5 days the lowest volume of 250}
BARSLAST(V <= LLV(V, 250)) <= 5;`,
  },
  {
    ...{ id: 'quiet_pullback', zh: '缩量回踩20日线', en: 'Quiet pullback to the 20-day average' },
    formula: `M20 := MA(C, 20);
距均线: (C / M20 - 1) * 100;
{均线向上，回落到附近，量缩到 20 日均量的七成以下}
M20 > REF(M20, 5) AND ABS(距均线) < 2 AND V < MA(V, 20) * 0.7 AND HHV(C, 10) > M20 * 1.05;`,
    formulaEn: `M20 := MA(C, 20);
DISTANCE: (C / M20 - 1) * 100;
{back to the rising average, on less than 70 % of the mean volume of 20 days}
M20 > REF(M20, 5) AND ABS(DISTANCE) < 2 AND V < MA(V, 20) * 0.7 AND HHV(C, 10) > M20 * 1.05;`,
  },
  {
    ...{ id: 'after_limit_up', zh: '涨停回调', en: 'Pullback after a limit-up' },
    formula: `{2 至 8 日前涨停，此后未跌破涨停日的开盘价，今日缩量}
距涨停: BARSLAST(PCT > 9.8);
BETWEEN(距涨停, 2, 8) AND L > VALUEWHEN(PCT > 9.8, O) AND V < VALUEWHEN(PCT > 9.8, V) * 0.7;`,
    formulaEn: `{a limit-up 2 to 8 days ago, its open held, and a quiet day}
BARS: BARSLAST(PCT > 9.8);
BETWEEN(BARS, 2, 8) AND L > VALUEWHEN(PCT > 9.8, O) AND V < VALUEWHEN(PCT > 9.8, V) * 0.7;`,
  },
  {
    ...{ id: 'platform_breakout', zh: '平台突破', en: 'Out of a platform' },
    formula: `{前 30 日振幅不到 15%，今日放量收在平台之上}
TOP := REF(HHV(H, 30), 1);
BOTTOM := REF(LLV(L, 30), 1);
振幅: (TOP / BOTTOM - 1) * 100;
振幅 < 15 AND C > TOP AND V > 1.5 * MA(V, 20);`,
    formulaEn: `{a range below 15 % over 30 days, and a close over it on high volume}
TOP := REF(HHV(H, 30), 1);
BOTTOM := REF(LLV(L, 30), 1);
RANGE: (TOP / BOTTOM - 1) * 100;
RANGE < 15 AND C > TOP AND V > 1.5 * MA(V, 20);`,
  },
  {
    ...{ id: 'new_high_on_volume', zh: '创60日新高放量', en: 'A 60-day high on volume' },
    formula: `C >= HHV(C, 60) AND V >= 2 * REF(MA(V, 20), 1) AND PCT > 3;`,
    formulaEn: `C >= HHV(C, 60) AND V >= 2 * REF(MA(V, 20), 1) AND PCT > 3;`,
  },
  {
    ...{ id: 'three_rising_bars', zh: '三连阳', en: 'Three rising bars' },
    formula: `{连续三根阳线，收盘和成交量逐日抬高}
EVERY(C > O AND C > REF(C, 1), 3) AND V > REF(V, 1) AND REF(V, 1) > REF(V, 2);`,
    formulaEn: `{three bars that close over their open, each with a higher close and more volume}
EVERY(C > O AND C > REF(C, 1), 3) AND V > REF(V, 1) AND REF(V, 1) > REF(V, 2);`,
  },
];
