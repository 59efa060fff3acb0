import type { CycleEvent } from '#lib/tracking';
import type { BarMetrics } from './bar-metrics';
import { ClimaxReader } from './climax-reader';
import { EdgeReader, effortVersusResult } from './edge-reader';
import { type FiredEvent, isMeasured, rounded } from './fired-event';
import { SignReader } from './sign-reader';
import { ThrustReader } from './thrust-reader';
import { EVENT_ORDER, type EventRules, MAX_EVENTS_A_DAY, type Timeframe } from './thresholds';
import { BoxReader, type RangeSide, type TradingRange } from './trading-range';

/** The result of the event rules for one bar. */
export interface BarEvents {
  /** At most two, the strongest first. */
  readonly events: readonly FiredEvent[];
  /** Fired on the day too, and left out by the limit of two: not reported, so that they may be reported the next day. */
  readonly leftOut: readonly FiredEvent[];
  /** The range that the bar is read in: of the newest climax, else a box. */
  readonly range: TradingRange | null;
  /** A dip under the support was bought back: an event only if the support was known before. */
  readonly isShakeout: boolean;
}

/** The meaning of an event in a range whose trend before points to the other side. */
const AGAINST_ITS_SIDE: Readonly<Record<Exclude<RangeSide, 'both'>, Partial<Record<CycleEvent, string>>>> = {
  accumulation: {
    ...{ SOW: '下跌后的区间转弱：结构失败', FTI: '下跌后的区间破位：结构失败' },
    LPSY: '下跌后的区间反弹无力：结构失败',
  },
  distribution: {
    ...{ SPRING: '上涨后的区间：再吸筹', TSO: '上涨后的区间：再吸筹', TEST: '上涨后的区间：再吸筹' },
    ...{ SOS: '上涨后的区间转强：再吸筹', JAC: '上涨后的区间突破：再吸筹' },
    ...{ LPS: '上涨后的区间：再吸筹', BU: '上涨后的区间：再吸筹' },
  },
};

const NONE: readonly FiredEvent[] = [];

const RANKS = new Map(EVENT_ORDER.map((event, rank) => [event, rank]));

/** Reads all bars in one pass: the events of a bar depend on it and those before it alone. */
export function readEvents(metrics: readonly BarMetrics[], frame: Timeframe): BarEvents[] {
  const reader = new EventReader(metrics, frame);
  return metrics.map((bar) => reader.read(bar));
}

class EventReader {
  private readonly climaxes: ClimaxReader;
  private readonly boxes: BoxReader;
  private readonly edges: EdgeReader;
  private readonly signs: SignReader;
  private readonly thrusts: ThrustReader;
  private readonly rules: EventRules;
  /** Bars on which an event was last reported, and on which its rule last fired. */
  private readonly lastReported = new Map<CycleEvent, number>();
  private readonly lastFired = new Map<CycleEvent, number>();

  constructor(metrics: readonly BarMetrics[], frame: Timeframe) {
    this.rules = frame.events;
    this.climaxes = new ClimaxReader(metrics, frame);
    this.boxes = new BoxReader(metrics, frame);
    this.edges = new EdgeReader(metrics, this.rules);
    this.signs = new SignReader(metrics, this.rules);
    this.thrusts = new ThrustReader(this.rules);
  }

  read(bar: BarMetrics): BarEvents {
    const measured = isMeasured(bar) ? bar : null;
    const fires = (event: CycleEvent) => this.isRested(event, bar.index);
    const fired = this.climaxes.read(bar, measured, fires);
    const range = this.boxes.read(bar, this.climaxes.range) ?? this.climaxes.range;
    fired.push(
      ...this.edges.read(
        bar,
        measured,
        range,
        (at) => this.firedSince('ST', at.from) || this.firedSince('SOW', at.from),
      ),
      ...this.signs.read(bar, measured, range, fires),
      ...this.thrusts.read(bar, measured),
      ...(measured !== null && range !== null ? effortVersusResult(measured, range, this.rules) : []),
    );
    if (fired.length === 0) return { events: NONE, leftOut: NONE, range, isShakeout: this.edges.isShakeout };
    for (const { event } of fired) this.lastFired.set(event, bar.index);
    const rested = byStrength(fired.filter(({ event }) => fires(event))).map((event) => explain(event, bar));
    const [events, leftOut] = [rested.slice(0, MAX_EVENTS_A_DAY), rested.slice(MAX_EVENTS_A_DAY)];
    for (const { event } of events) this.lastReported.set(event, bar.index);
    return { events, leftOut, range, isShakeout: this.edges.isShakeout };
  }

  private isRested(event: CycleEvent, index: number): boolean {
    const last = this.lastReported.get(event);
    return last === undefined || index - last > this.rules.refractoryBars;
  }

  private firedSince(event: CycleEvent, index: number): boolean {
    const last = this.lastFired.get(event);
    return last !== undefined && last >= index;
  }
}

/** Adds the meaning of the event in its range, and the strength of the stock compared with the market. */
function explain(event: FiredEvent, { rs }: BarMetrics): FiredEvent {
  const { range, explanation: metrics, measures } = event;
  const meaning = range === null || range.side === 'both' ? undefined : AGAINST_ITS_SIDE[range.side][event.event];
  return {
    ...event,
    explanation: meaning === undefined ? metrics : `${metrics}，${meaning}`,
    measures: rs === null ? measures : { ...measures, rs20: rounded(rs) },
  };
}

/** The strongest first. */
function byStrength(events: readonly FiredEvent[]): FiredEvent[] {
  return events.toSorted((one, other) => (RANKS.get(one.event) ?? 0) - (RANKS.get(other.event) ?? 0));
}
