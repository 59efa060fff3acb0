import type { BarMetrics } from './bar-metrics';
import {
  effortText,
  effortMeasures,
  type FiredEvent,
  type MeasuredBar,
  rangeText,
  roundedAll,
  shown,
} from './fired-event';
import { atLeast, atMost, type EventRules } from './thresholds';
import { isSupportKnown, type TradingRange } from './trading-range';

/** A dip under the support, from its first bar on. */
interface Dip {
  readonly range: TradingRange;
  /** As on its first bar. */
  readonly atr: number;
  readonly from: number;
  lowest: BarMetrics;
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
  /** On the bar at hand a dip under a support was bought back, whether or not it has the name of an event. */
  isShakeout = false;

  constructor(
    private readonly metrics: readonly BarMetrics[],
    private readonly rules: EventRules,
  ) {}

  /**
   * Goes one bar on.
   * @param hadWeakness whether the range has seen an ST or SOW.
   */
  read(
    bar: BarMetrics,
    measured: MeasuredBar | null,
    range: TradingRange | null,
    hadWeakness: (range: TradingRange) => boolean,
  ): FiredEvent[] {
    this.isShakeout = false;
    const fired = [...this.test(bar, measured), ...this.dipUnder(bar, measured, range)];
    if (measured !== null && range !== null) fired.push(...upthrust(measured, range, this.rules, hadWeakness(range)));
    return fired;
  }

  private dipUnder(bar: BarMetrics, measured: MeasuredBar | null, range: TradingRange | null): FiredEvent[] {
    if (this.dip === null) {
      // Under the support already: that is a fall going on, not a dip.
      if (measured === null || range === null || measured.prevClose < range.support) return [];
      if (!atLeast(range.support - measured.low, this.rules.spring.minAtr * measured.atr)) return [];
      this.dip = { range, atr: measured.atr, from: measured.index, lowest: measured, highestRv: measured.rv };
    }
    const { dip } = this;
    if (bar.low < dip.lowest.low) dip.lowest = bar;
    if (measured !== null) dip.highestRv = Math.max(dip.highestRv, measured.rv);
    const bars = bar.index - dip.from;
    const back = bar.close > dip.range.support;
    const depth = (dip.range.support - dip.lowest.low) / dip.atr;
    const { spring, shakeout, unit } = this.rules;
    if (bars > shakeout.withinBars || !atMost(depth, shakeout.maxAtr)) {
      this.dip = null;
      return [];
    }
    if (!back || measured === null) return [];
    const isShakeout = atLeast(depth, shakeout.minAtr) && atLeast(dip.highestRv, shakeout.rv);
    const isSpring =
      bars <= spring.withinBars &&
      atMost(depth, spring.maxAtr) &&
      (bars > 0 ||
        measured.censored === 'up' ||
        (atMost(measured.rv, spring.sameDayMaxRv) && atLeast(measured.clv, spring.sameDayClv)));
    if (!isShakeout && !isSpring) {
      if (bars > 0) this.dip = null;
      return [];
    }
    this.dip = null;
    this.isShakeout = true;
    if (!isSupportKnown(this.metrics, dip.range, dip.from, this.rules)) return [];
    this.found = { low: dip.lowest.low, at: measured.index, range: dip.range };
    const explanation =
      `低点 ${shown(dip.lowest.low)} 跌破 S ${shown(dip.range.support)} 达 ${shown(depth)} ATR，` +
      `${bars === 0 ? `当${unit}` : `${String(bars)} ${unit}内`}收回 ${shown(measured.close)}，其间最高 RV ${shown(dip.highestRv)}，CLV ${shown(measured.clv)}`;
    const event = isShakeout ? 'TSO' : 'SPRING';
    return [
      {
        ...{ event, happenedOn: dip.lowest.bar.tradeDate, price: dip.lowest.low },
        measures: roundedAll({ depthAtr: depth, bars, rv: dip.highestRv, clv: measured.clv }),
        ...{ explanation, range: dip.range },
      },
    ];
  }

  private test(bar: BarMetrics, measured: MeasuredBar | null): FiredEvent[] {
    if (this.found === null) return [];
    const { low, at, range } = this.found;
    const { fromBars, toBars, withinH, maxRv, maxTrAtr, clv } = this.rules.test;
    const bars = bar.index - at;
    if (bars > toBars || bar.close < low) {
      this.found = null;
      return [];
    }
    const fits =
      measured !== null &&
      measured.censored === null &&
      bars >= fromBars &&
      measured.low > low &&
      atMost(measured.low, range.support + withinH * range.height) &&
      atMost(measured.rv, maxRv) &&
      atMost(measured.tr, maxTrAtr * measured.atr) &&
      atLeast(measured.clv, clv);
    if (!fits) return [];
    const explanation = `弹簧后 ${String(bars)} ${this.rules.unit}，低点 ${shown(measured.low)} 高于弹簧低点 ${shown(low)}，${effortText(measured)}`;
    const measures = effortMeasures(measured, { bars });
    return [{ event: 'TEST', happenedOn: measured.bar.tradeDate, price: measured.low, measures, explanation, range }];
  }
}

function upthrust(bar: MeasuredBar, range: TradingRange, rules: EventRules, hadWeakness: boolean): FiredEvent[] {
  const { minAtr, maxAtr, maxClv, rv, utadAge } = rules.upthrust;
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
  const explanation =
    `高点 ${shown(bar.high)} 上冲 R ${shown(range.resistance)} 达 ${shown(over / bar.atr)} ATR，收 ${shown(bar.close)} 回到 R 下，` +
    `${effortText(bar)}${isUtad ? `，区间已 ${String(age)} ${rules.unit}且有过 ST 或 SOW` : ''}`;
  const measures = effortMeasures(bar, { depthAtr: over / bar.atr, rangeBars: age });
  const event = isUtad ? 'UTAD' : 'UT';
  return [{ event, happenedOn: bar.bar.tradeDate, price: bar.high, measures, explanation, range }];
}

/** Effort without result: much volume, little change, at an edge of the range. */
export function effortVersusResult(bar: MeasuredBar, range: TradingRange, rules: EventRules): FiredEvent[] {
  const { withinH } = rules.effort;
  const reach = withinH * range.height;
  const [toSupport, toResistance] = [Math.abs(bar.close - range.support), Math.abs(bar.close - range.resistance)];
  const toEdge = Math.min(toSupport, toResistance);
  if (!isEffortWithoutResult(bar, rules) || !atMost(toEdge, reach)) return [];
  const change = Math.abs(bar.close - bar.prevClose) / bar.atr;
  const meaning = toSupport <= toResistance ? '近 S 放量不跌，需求承接' : '近 R 放量不涨，供应压制';
  const explanation = `${meaning}：涨跌 ${shown(change)} ATR，${effortText(bar)}，距区间边缘 ${shown(toEdge / range.height)} H，${rangeText(range)}`;
  const measures = effortMeasures(bar, { changeAtr: change, edgeH: toEdge / range.height });
  return [{ event: 'EVR', happenedOn: bar.bar.tradeDate, price: bar.close, measures, explanation, range }];
}

/** The bar's own part of EVR. */
export function isEffortWithoutResult(bar: MeasuredBar, { effort }: EventRules): boolean {
  const { rv, maxChangeAtr, maxTrAtr } = effort;
  return (
    bar.censored === null &&
    atLeast(bar.rv, rv) &&
    atMost(Math.abs(bar.close - bar.prevClose), maxChangeAtr * bar.atr) &&
    atMost(bar.tr, maxTrAtr * bar.atr)
  );
}
