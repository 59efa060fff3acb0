import type { BarFigures } from './bar-figures';
import {
  effortFigures,
  effortMeasures,
  type FiredEvent,
  type JudgedBar,
  rangeFigures,
  roundedAll,
  shown,
} from './fired-event';
import { atLeast, atMost, RULES } from './thresholds';
import type { TradingRange } from './trading-range';

/** A dip under the support, from its first bar on. */
interface Dip {
  readonly range: TradingRange;
  /** As on its first bar. */
  readonly atr: number;
  readonly from: number;
  lowest: BarFigures;
  highestRv: number;
}

/** What was found at a support: SPRING or TSO, which a TEST may follow. */
interface Found {
  readonly low: number;
  readonly at: number;
  readonly range: TradingRange;
}

/** What happens beyond the edges of a range: SPRING, TSO and TEST under the support, UT and UTAD over the resistance. */
export class EdgeReader {
  private dip: Dip | null = null;
  private found: Found | null = null;

  /**
   * Goes one bar on.
   * @param hadWeakness whether the range has seen an ST or SOW.
   */
  read(
    bar: BarFigures,
    judged: JudgedBar | null,
    range: TradingRange | null,
    hadWeakness: (range: TradingRange) => boolean,
  ): FiredEvent[] {
    const fired = [...this.test(bar, judged), ...this.dipUnder(bar, judged, range)];
    if (judged !== null && range !== null) fired.push(...upthrust(judged, range, hadWeakness(range)));
    return fired;
  }

  private dipUnder(bar: BarFigures, judged: JudgedBar | null, range: TradingRange | null): FiredEvent[] {
    if (this.dip === null) {
      // Under the support already: that is a fall going on, not a dip.
      if (judged === null || range === null || judged.prevClose < range.support) return [];
      if (!atLeast(range.support - judged.low, RULES.spring.minAtr * judged.atr)) return [];
      this.dip = { range, atr: judged.atr, from: judged.index, lowest: judged, highestRv: judged.rv };
    }
    const { dip } = this;
    if (bar.low < dip.lowest.low) dip.lowest = bar;
    if (judged !== null) dip.highestRv = Math.max(dip.highestRv, judged.rv);
    const bars = bar.index - dip.from;
    const back = bar.close > dip.range.support;
    const depth = (dip.range.support - dip.lowest.low) / dip.atr;
    const { spring, shakeout } = RULES;
    if (bars > shakeout.withinBars || !atMost(depth, shakeout.maxAtr)) {
      this.dip = null;
      return [];
    }
    if (!back || judged === null) return [];
    const isShakeout = atLeast(depth, shakeout.minAtr) && atLeast(dip.highestRv, shakeout.rv);
    const isSpring =
      bars <= spring.withinBars &&
      atMost(depth, spring.maxAtr) &&
      (bars > 0 || (atMost(judged.rv, spring.sameDayMaxRv) && atLeast(judged.clv, spring.sameDayClv)));
    if (!isShakeout && !isSpring) {
      if (bars > 0) this.dip = null;
      return [];
    }
    this.dip = null;
    this.found = { low: dip.lowest.low, at: judged.index, range: dip.range };
    const figures =
      `低点 ${shown(dip.lowest.low)} 跌破 S ${shown(dip.range.support)} 达 ${shown(depth)} ATR，` +
      `${bars === 0 ? '当日' : `${String(bars)} 日内`}收回 ${shown(judged.close)}，其间最高 RV ${shown(dip.highestRv)}，CLV ${shown(judged.clv)}`;
    const event = isShakeout ? 'TSO' : 'SPRING';
    return [
      {
        ...{ event, happenedOn: dip.lowest.bar.tradeDate, price: dip.lowest.low },
        measures: roundedAll({ depthAtr: depth, bars, rv: dip.highestRv, clv: judged.clv }),
        ...{ figures, range: dip.range },
      },
    ];
  }

  private test(bar: BarFigures, judged: JudgedBar | null): FiredEvent[] {
    if (this.found === null) return [];
    const { low, at, range } = this.found;
    const { fromBars, toBars, withinH, maxRv, maxTrAtr, clv } = RULES.test;
    const bars = bar.index - at;
    if (bars > toBars || bar.close < low) {
      this.found = null;
      return [];
    }
    const fits =
      judged !== null &&
      bars >= fromBars &&
      judged.low > low &&
      atMost(judged.low, range.support + withinH * range.height) &&
      atMost(judged.rv, maxRv) &&
      atMost(judged.tr, maxTrAtr * judged.atr) &&
      atLeast(judged.clv, clv);
    if (!fits) return [];
    const figures = `弹簧后 ${String(bars)} 日，低点 ${shown(judged.low)} 高于弹簧低点 ${shown(low)}，${effortFigures(judged)}`;
    const measures = effortMeasures(judged, { bars });
    return [{ event: 'TEST', happenedOn: judged.bar.tradeDate, price: judged.low, measures, figures, range }];
  }
}

function upthrust(bar: JudgedBar, range: TradingRange, hadWeakness: boolean): FiredEvent[] {
  const { minAtr, maxAtr, maxClv, rv, utadAge } = RULES.upthrust;
  const over = bar.high - range.resistance;
  const fits =
    atLeast(over, minAtr * bar.atr) &&
    atMost(over, maxAtr * bar.atr) &&
    bar.close < range.resistance &&
    bar.prevClose < range.resistance &&
    atMost(bar.clv, maxClv) &&
    atLeast(bar.rv, rv);
  if (!fits) return [];
  const age = bar.index - range.from;
  // After a fall the range is no distribution: there the same bar stays an upthrust.
  const isUtad = age >= utadAge && hadWeakness && range.side !== 'accumulation';
  const figures =
    `高点 ${shown(bar.high)} 上冲 R ${shown(range.resistance)} 达 ${shown(over / bar.atr)} ATR，收 ${shown(bar.close)} 回到 R 下，` +
    `${effortFigures(bar)}${isUtad ? `，区间已 ${String(age)} 日且有过 ST 或 SOW` : ''}`;
  const measures = effortMeasures(bar, { depthAtr: over / bar.atr, rangeBars: age });
  const event = isUtad ? 'UTAD' : 'UT';
  return [{ event, happenedOn: bar.bar.tradeDate, price: bar.high, measures, figures, range }];
}

/** Effort without result: much volume, little change, at an edge of the range. */
export function effortVersusResult(bar: JudgedBar, range: TradingRange): FiredEvent[] {
  const { withinH } = RULES.effort;
  const reach = withinH * range.height;
  const toEdge = Math.min(Math.abs(bar.close - range.support), Math.abs(bar.close - range.resistance));
  if (!isEffortWithoutResult(bar) || !atMost(toEdge, reach)) return [];
  const change = Math.abs(bar.close - bar.prevClose) / bar.atr;
  const figures = `涨跌 ${shown(change)} ATR，${effortFigures(bar)}，距区间边缘 ${shown(toEdge / range.height)} H，${rangeFigures(range)}`;
  const measures = effortMeasures(bar, { changeAtr: change, edgeH: toEdge / range.height });
  return [{ event: 'EVR', happenedOn: bar.bar.tradeDate, price: bar.close, measures, figures, range }];
}

/** The bar's own part of EVR. */
export function isEffortWithoutResult(bar: JudgedBar): boolean {
  const { rv, maxChangeAtr, maxTrAtr } = RULES.effort;
  return (
    atLeast(bar.rv, rv) &&
    atMost(Math.abs(bar.close - bar.prevClose), maxChangeAtr * bar.atr) &&
    atMost(bar.tr, maxTrAtr * bar.atr)
  );
}
