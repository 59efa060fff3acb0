import type { CycleEvent } from '#lib/tracking';
import type { BarMetrics } from './bar-metrics';
import { facedBar, facedEdges, type Facing } from './facing';
import {
  effortText,
  effortMeasures,
  type FiredEvent,
  type MeasuredBar,
  percent,
  rangeText,
  roundedAll,
  shown,
} from './fired-event';
import { atLeast, atMost, type EventRules } from './thresholds';
import type { TradingRange } from './trading-range';

const EVENTS = {
  down: { sign: 'SOS', leap: 'JAC', lastPoint: 'LPS' },
  up: { sign: 'SOW', leap: 'FTI', lastPoint: 'LPSY' },
} as const satisfies Record<Facing, Record<string, CycleEvent>>;

/** A sign of strength or weakness that a last point may follow. */
interface Sign {
  readonly event: CycleEvent;
  readonly at: number;
  readonly range: TradingRange;
  /** The farthest bar since, and the deepest one after it. */
  peak: BarMetrics;
  pullback: BarMetrics | null;
}

/** Who wins the range: SOS, JAC, LPS, BU and their mirrors SOW, FTI, LPSY. */
export class SignReader {
  private readonly signs: Partial<Record<Facing, Sign>> = {};

  constructor(
    private readonly metrics: readonly BarMetrics[],
    private readonly rules: EventRules,
  ) {}

  read(
    bar: BarMetrics,
    measured: MeasuredBar | null,
    range: TradingRange | null,
    fires: (event: CycleEvent) => boolean,
  ): FiredEvent[] {
    const fired: FiredEvent[] = [];
    for (const facing of ['down', 'up'] as const) {
      fired.push(...this.lastPoint(bar, measured, facing));
      if (measured === null || range === null) continue;
      const sign = readSign(measured, range, facing, this.rules);
      if (sign === null) continue;
      fired.push(sign);
      if (fires(sign.event)) {
        this.signs[facing] = { event: sign.event, at: measured.index, range, peak: measured, pullback: null };
      }
    }
    return fired;
  }

  private lastPoint(bar: BarMetrics, measured: MeasuredBar | null, facing: Facing): FiredEvent[] {
    const sign = this.signs[facing];
    if (sign === undefined) return [];
    const { fromBars, toBars, backUpAtr } = this.rules.lastPoint;
    const bars = bar.index - sign.at;
    if (bars > toBars) {
      this.signs[facing] = undefined;
      return [];
    }
    const depth = measured !== null && bars >= fromBars ? this.findTurn(sign, measured, facing) : null;
    if (depth === null || sign.pullback === null || measured === null) {
      follow(sign, bar, facing);
      return [];
    }
    this.signs[facing] = undefined;
    const { pullback, range } = sign;
    const { unit } = this.rules;
    const isBackUp =
      sign.event === 'JAC' && atMost(Math.abs(pullback.low - range.resistance), backUpAtr * measured.atr);
    const explanation =
      facing === 'down'
        ? `${sign.event} 后 ${String(bars)} ${unit}，回落 ${shown(depth)} ATR 至 ${shown(pullback.low)}，量缩，收 ${shown(measured.close)} 高于前一${unit}高点`
        : `${sign.event} 后 ${String(bars)} ${unit}，反弹 ${shown(depth)} ATR 至 ${shown(pullback.high)}，量缩，收 ${shown(measured.close)} 低于前一${unit}低点`;
    return [
      {
        event: isBackUp ? 'BU' : EVENTS[facing].lastPoint,
        happenedOn: pullback.bar.tradeDate,
        price: facing === 'down' ? pullback.low : pullback.high,
        measures: roundedAll({ depthAtr: depth, bars }),
        explanation: `${explanation}，${rangeText(range)}`,
        range,
      },
    ];
  }

  /** Depth in ATR of the pullback that this bar turns from; null if it is none by the rule. */
  private findTurn(sign: Sign, bar: MeasuredBar, facing: Facing): number | null {
    const { pullbackAtr, atH, volumeBars, maxRv } = this.rules.lastPoint;
    const yesterday = this.metrics[bar.index - 1];
    if (sign.pullback === null || yesterday === undefined) return null;
    const traded = lastFree(this.metrics, bar.index, volumeBars);
    const quiet =
      traded.length < volumeBars ? Infinity : traded.reduce((sum, { rv }) => sum + (rv ?? Infinity), 0) / volumeBars;
    const extreme = facedBar(sign.pullback, facing).extreme;
    const depth = facedBar(sign.peak, facing).far - extreme;
    const fits =
      atLeast(depth, pullbackAtr * bar.atr) &&
      atLeast(extreme, facedEdges(sign.range, facing).near + atH * sign.range.height) &&
      atMost(quiet, maxRv) &&
      facedBar(bar, facing).close > facedBar(yesterday, facing).far;
    return fits ? depth / bar.atr : null;
  }
}

/**
 * The last bars before `end` that neither were one price all day nor closed at a limit: a volume that is cut off is not
 * low.
 */
function lastFree(metrics: readonly BarMetrics[], end: number, count: number): BarMetrics[] {
  const found: BarMetrics[] = [];
  for (let index = end - 1; index >= 0 && found.length < count; index -= 1) {
    const entry = metrics[index];
    if (entry !== undefined && !entry.locked && entry.censored === null) found.push(entry);
  }
  return found;
}

function follow(sign: Sign, bar: BarMetrics, facing: Facing): void {
  const today = facedBar(bar, facing);
  if (today.far > facedBar(sign.peak, facing).far) {
    sign.peak = bar;
    sign.pullback = null;
  } else if (sign.pullback === null || today.extreme < facedBar(sign.pullback, facing).extreme) {
    sign.pullback = bar;
  }
}

function readSign(bar: MeasuredBar, range: TradingRange, facing: Facing, { sign }: EventRules): FiredEvent | null {
  const { atH, gainAtr, gainShare, trAtr, rv, clv, leapAtr } = sign;
  const today = facedBar(bar, facing);
  const { near, far } = facedEdges(range, facing);
  const gain = today.close - today.prevClose;
  // A close at the limit is as far as the day could go, on whatever volume there was to trade.
  const isCut = bar.censored === (facing === 'down' ? 'up' : 'down');
  const fits =
    atLeast(today.close, near + atH * range.height) &&
    atLeast(gain, Math.max(gainAtr * bar.atr, gainShare * bar.prevClose)) &&
    (isCut ||
      (atLeast(bar.tr, trAtr * bar.atr) &&
        atLeast(bar.rv, facing === 'down' ? rv.up : rv.down) &&
        atLeast(today.clv, clv)));
  if (!fits) return null;
  const isLeap = today.close > far + leapAtr * bar.atr;
  const explanation =
    `收盘 ${shown(bar.close)}，${facing === 'down' ? '涨' : '跌'} ${percent(gain / bar.prevClose)}（${shown(gain / bar.atr)} ATR），` +
    `${isCut ? `收于${facing === 'down' ? '涨停' : '跌停'}，` : ''}${effortText(bar)}，${rangeText(range)}`;
  const event = isLeap ? EVENTS[facing].leap : EVENTS[facing].sign;
  const measures = effortMeasures(bar, {
    changePct: (bar.close / bar.prevClose - 1) * 100,
    changeAtr: (bar.close - bar.prevClose) / bar.atr,
  });
  return { event, happenedOn: bar.bar.tradeDate, price: bar.close, measures, explanation, range };
}
