import type { CycleEvent } from '#lib/tracking';
import type { BarMetrics } from './bar-metrics';
import { facedBar, type Facing } from './facing';
import {
  effortText,
  effortMeasures,
  type FiredEvent,
  type MeasuredBar,
  percent,
  roundedAll,
  shown,
} from './fired-event';
import { atLeast, atMost, type EventRules, type Timeframe } from './thresholds';
import { rangeId, RangeWatch, sideAt, type TradingRange } from './trading-range';

const EVENTS = {
  down: { preliminary: 'PS', climax: 'SC', reaction: 'AR' },
  up: { preliminary: 'PSY', climax: 'BC', reaction: 'ARE' },
} as const satisfies Record<Facing, Record<string, CycleEvent>>;

/** A climax, and the range that the reaction after it fixes. */
interface Climax {
  readonly facing: Facing;
  readonly bar: MeasuredBar;
  /** The farthest point of the reaction so far. */
  peak: BarMetrics;
}

/** How a trend stops: PS, SC, AR and their mirrors PSY, BC, ARE, and ST in the range that they make. */
export class ClimaxReader {
  private waiting: Partial<Record<Facing, Climax>> = {};
  private fixed: (Climax & { watch: RangeWatch }) | null = null;
  private readonly rules: EventRules;

  constructor(
    private readonly metrics: readonly BarMetrics[],
    private readonly frame: Timeframe,
  ) {
    this.rules = frame.events;
  }

  /** The range of the newest climax and reaction, until it is left or too old. */
  get range(): TradingRange | null {
    return this.fixed?.watch.range ?? null;
  }

  /** Goes one bar on. @param fires whether the event may fire on this bar (refractory). */
  read(bar: BarMetrics, measured: MeasuredBar | null, fires: (event: CycleEvent) => boolean): FiredEvent[] {
    if ((this.fixed?.watch.endOn(bar) ?? null) !== null) this.fixed = null;
    const fired: FiredEvent[] = [];
    // The test comes first: the bar that fixes a range is not one in it.
    if (measured !== null) fired.push(...this.secondaryTest(measured));
    for (const facing of ['down', 'up'] as const) {
      fired.push(...this.reaction(bar, measured, facing));
      if (measured === null) continue;
      fired.push(...preliminary(measured, facing, this.rules));
      const climax = readClimax(measured, facing, this.rules);
      if (climax === null) continue;
      // A second climax within the refractory time is silent; it still moves the range's edge.
      if (fires(climax.event) || this.waiting[facing] !== undefined) {
        this.waiting[facing] = { facing, bar: measured, peak: measured };
      }
      fired.push(climax);
    }
    return fired;
  }

  private reaction(bar: BarMetrics, measured: MeasuredBar | null, facing: Facing): FiredEvent[] {
    const climax = this.waiting[facing];
    if (climax === undefined || climax.bar.index === bar.index) return [];
    const start = facedBar(climax.bar, facing).extreme;
    const today = facedBar(bar, facing);
    const peak = facedBar(climax.peak, facing).far;
    const { withinBars, moveAtr, moveShare, pullbackAtr } = this.rules.reaction;
    // A close beyond the climax: the trend did not stop there.
    if (bar.index - climax.bar.index > withinBars || today.close < start) {
      this.waiting[facing] = undefined;
      return [];
    }
    const move = peak - start;
    if (
      measured !== null &&
      climax.peak !== climax.bar &&
      atLeast(move, Math.max(moveAtr * measured.atr, moveShare * Math.abs(start))) &&
      atLeast(peak - today.extreme, pullbackAtr * measured.atr)
    ) {
      return [this.fixRange(climax, measured, move)];
    }
    if (today.far > peak || climax.peak === climax.bar) climax.peak = bar;
    return [];
  }

  private fixRange(climax: Climax, measured: MeasuredBar, move: number): FiredEvent {
    const { facing, bar, peak } = climax;
    const support = facing === 'down' ? bar.low : peak.low;
    const resistance = facing === 'down' ? peak.high : bar.high;
    const range: TradingRange = {
      ...{ id: rangeId('climax', bar.bar.tradeDate), firstDay: bar.bar.tradeDate },
      ...{ support, resistance, height: resistance - support, from: bar.index, origin: 'climax' },
      // The climax ends the trend: its own bar belongs to it.
      side: sideAt(this.metrics, bar.index, this.rules),
    };
    this.waiting[facing] = undefined;
    this.fixed = { ...climax, watch: new RangeWatch(range, this.frame.phases) };
    const words =
      facing === 'down'
        ? ['SC', '低点', '反弹', '回落', `定 R ${shown(resistance)}`]
        : ['BC', '高点', '回落', '反抽', `定 S ${shown(support)}`];
    const extreme = facing === 'down' ? bar.low : bar.high;
    const [name, point, move1, move2, fixes] = words;
    return {
      event: EVENTS[facing].reaction,
      happenedOn: peak.bar.tradeDate,
      price: facing === 'down' ? peak.high : peak.low,
      measures: roundedAll({ movePct: (move / extreme) * 100, moveAtr: move / measured.atr }),
      explanation:
        `自 ${bar.bar.tradeDate} ${name ?? ''} ${point ?? ''} ${shown(extreme)} ${move1 ?? ''} ${percent(move / extreme)}` +
        `（${shown(move / measured.atr)} ATR），其后${move2 ?? ''}至少 1 ATR，${fixes ?? ''}`,
      range,
    };
  }

  private secondaryTest(bar: MeasuredBar): FiredEvent[] {
    // A bar that closes at its limit is cut short, not quiet.
    if (this.fixed === null || bar.censored !== null) return [];
    const { facing, watch, bar: climax } = this.fixed;
    const { range } = watch;
    const { beyondAtr, withinH, volumeShare, trShare, clv } = this.rules.secondaryTest;
    const today = facedBar(bar, facing);
    const near = facing === 'down' ? range.support : -range.resistance;
    const fits =
      atLeast(today.extreme, near - beyondAtr * bar.atr) &&
      atMost(today.extreme, near + withinH * range.height) &&
      atMost(bar.volume, volumeShare * climax.volume) &&
      atMost(bar.tr, trShare * climax.tr) &&
      atLeast(today.clv, clv);
    if (!fits) return [];
    const [name, what, edge] = facing === 'down' ? ['SC', '低点', range.support] : ['BC', '高点', range.resistance];
    const explanation =
      `${what} ${shown(facing === 'down' ? bar.low : bar.high)} 近 ${name} ${what} ${shown(edge)}，` +
      `量为 ${name} 的 ${percent(bar.volume / climax.volume)}，TR 为其 ${percent(bar.tr / climax.tr)}，CLV ${shown(bar.clv)}`;
    return [
      {
        ...{ event: 'ST', happenedOn: bar.bar.tradeDate, price: facing === 'down' ? bar.low : bar.high },
        measures: effortMeasures(bar, { volumeShare: bar.volume / climax.volume, trShare: bar.tr / climax.tr }),
        ...{ explanation, range },
      },
    ];
  }
}

/** The distance of the close from the 60-bar extreme close, as a share; null if the rule requires more. */
function stretch(bar: MeasuredBar, facing: Facing, factor: number): number | null {
  const base = facing === 'down' ? bar.highestClose : bar.lowestClose;
  const fits = facing === 'down' ? atMost(bar.close, factor * base) : atLeast(bar.close, factor * base);
  return fits ? Math.abs(bar.close / base - 1) : null;
}

function stretchText(share: number, facing: Facing, span: string): string {
  return facing === 'down' ? `收盘较${span}最高收盘低 ${percent(share)}` : `收盘较${span}最低收盘高 ${percent(share)}`;
}

function formatSpan({ extremeBars, unit }: EventRules): string {
  return `${String(extremeBars)}${unit}`;
}

function preliminary(bar: MeasuredBar, facing: Facing, rules: EventRules): FiredEvent[] {
  const { rv, clv, belowTrAtr, extremeWithin } = rules.preliminary;
  // Few bars have the volume: it is asked first.
  if (!atLeast(bar.rv, rv)) return [];
  const share = stretch(bar, facing, rules.preliminary[facing].closeFactor);
  const since = facing === 'down' ? bar.sinceLowest : bar.sinceHighest;
  const fits =
    share !== null &&
    bar.censored === null &&
    since <= extremeWithin &&
    atLeast(facedBar(bar, facing).clv, clv) &&
    !atLeast(bar.tr, belowTrAtr * bar.atr);
  if (!fits) return [];
  const extreme = facing === 'down' ? '新低' : '新高';
  const lately = since === 0 ? `当${rules.unit}` : `${String(since)} ${rules.unit}前`;
  const span = formatSpan(rules);
  const explanation = `${stretchText(share, facing, span)}，${lately}创${span}${extreme}，${effortText(bar)}`;
  return [readStop(EVENTS[facing].preliminary, bar, facing, share, explanation)];
}

function readClimax(bar: MeasuredBar, facing: Facing, rules: EventRules): FiredEvent | null {
  const { trAtr } = rules.climax;
  const { closeFactor, rv, clv } = rules.climax[facing];
  if (!atLeast(bar.rv, rv)) return null;
  const share = stretch(bar, facing, closeFactor);
  // Sold out to the lower limit, the bar has no room for its range and its close; the volume is there or it is no climax.
  const isCut = facing === 'down' && bar.censored === 'down';
  const fits =
    share !== null &&
    (facing === 'down' ? bar.isLowest : bar.isHighest) &&
    (isCut || (atLeast(bar.tr, trAtr * bar.atr) && atLeast(facedBar(bar, facing).clv, clv)));
  if (!fits) return null;
  const span = formatSpan(rules);
  const extreme = `${span}${facing === 'down' ? '新低' : '新高'}${isCut ? '，收于跌停' : ''}`;
  const explanation = `${stretchText(share, facing, span)}，${extreme}，${effortText(bar)}`;
  return readStop(EVENTS[facing].climax, bar, facing, share, explanation);
}

/** What stops a trend stands at the extreme of its bar, in no range. */
function readStop(event: CycleEvent, bar: MeasuredBar, facing: Facing, share: number, explanation: string): FiredEvent {
  return {
    ...{ event, happenedOn: bar.bar.tradeDate, price: facing === 'down' ? bar.low : bar.high },
    measures: effortMeasures(bar, { stretchPct: share * 100 }),
    ...{ explanation, range: null },
  };
}
