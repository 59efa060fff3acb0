import type { CycleEvent } from '#lib/tracking';
import type { BarFigures } from './bar-figures';
import { ClimaxReader } from './climax-reader';
import { EdgeReader, effortVersusResult } from './edge-reader';
import { type FiredEvent, isJudged } from './fired-event';
import { SignReader } from './sign-reader';
import { ThrustReader } from './thrust-reader';
import { EVENT_ORDER, MAX_EVENTS_A_DAY, RULES } from './thresholds';
import { boxBefore, type RangeSide, type TradingRange } from './trading-range';

/** What the event rules say of one bar. */
export interface BarEvents {
  /** At most two, the strongest first. */
  readonly events: readonly FiredEvent[];
  /** The range that the bar is read in: of the newest climax, else a box. */
  readonly range: TradingRange | null;
}

/** Events that only one side of a range can show. */
const SIDE_OF: Partial<Record<CycleEvent, Exclude<RangeSide, 'both'>>> = {
  ...{ SPRING: 'accumulation', TSO: 'accumulation', TEST: 'accumulation' },
  ...{ SOS: 'accumulation', JAC: 'accumulation', LPS: 'accumulation', BU: 'accumulation' },
  ...{ UTAD: 'distribution', SOW: 'distribution', FTI: 'distribution', LPSY: 'distribution' },
};

const RANKS = new Map(EVENT_ORDER.map((event, rank) => [event, rank]));

/** Reads all bars in one pass: what a bar gets depends on it and those before it alone. */
export function readEvents(figures: readonly BarFigures[]): BarEvents[] {
  const reader = new EventReader(figures);
  return figures.map((bar) => reader.read(bar));
}

class EventReader {
  private readonly climaxes: ClimaxReader;
  private readonly edges = new EdgeReader();
  private readonly signs: SignReader;
  private readonly thrusts = new ThrustReader();
  private readonly lastFired = new Map<CycleEvent, number>();

  constructor(private readonly figures: readonly BarFigures[]) {
    this.climaxes = new ClimaxReader(figures);
    this.signs = new SignReader(figures);
  }

  read(bar: BarFigures): BarEvents {
    const judged = isJudged(bar) ? bar : null;
    const fires = (event: CycleEvent) => this.isRested(event, bar.index);
    const fired = this.climaxes.read(bar, judged, fires);
    const range = this.climaxes.range ?? boxBefore(this.figures, bar.index);
    fired.push(
      ...this.edges.read(bar, judged, range, (at) => this.firedSince('ST', at.from) || this.firedSince('SOW', at.from)),
      ...this.signs.read(bar, judged, range, fires),
      ...this.thrusts.read(bar, judged),
      ...(judged !== null && range !== null ? effortVersusResult(judged, range) : []),
    );
    const told = fired.filter((event) => isOnItsSide(event) && fires(event.event));
    for (const { event } of told) this.lastFired.set(event, bar.index);
    return { events: strongest(told), range };
  }

  private isRested(event: CycleEvent, index: number): boolean {
    const last = this.lastFired.get(event);
    return last === undefined || index - last > RULES.refractoryBars;
  }

  private firedSince(event: CycleEvent, index: number): boolean {
    const last = this.lastFired.get(event);
    return last !== undefined && last >= index;
  }
}

function isOnItsSide({ event, range }: FiredEvent): boolean {
  const side = SIDE_OF[event];
  return side === undefined || range === null || range.side === 'both' || range.side === side;
}

/** The events that are kept of those that fired on one day, or in one week. */
export function strongest<Event extends FiredEvent>(events: readonly Event[]): Event[] {
  return events
    .toSorted((one, other) => (RANKS.get(one.event) ?? 0) - (RANKS.get(other.event) ?? 0))
    .slice(0, MAX_EVENTS_A_DAY);
}
