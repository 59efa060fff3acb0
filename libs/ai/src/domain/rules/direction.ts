import type { AlignFlag, CycleEvent, PrimaryPhase, SupplyDemand } from '#lib/tracking';
import type { Outlook } from '../answer';
import type { BarAnalysis } from './bar-analysis';
import { atLeast, atMost, type EventRules, OUTLOOK } from './thresholds';

/** Up, down, or neither. */
type Direction = -1 | 0 | 1;

const PHASE_DIRECTION: Readonly<Record<PrimaryPhase, Direction>> = {
  ...({ accumulation: 1, markup: 1, transition: 0, unclassified: 0, distribution: -1, markdown: -1 } as const),
};

/** What an event speaks for. ST, EVR and SOT alone speak for nothing. */
const EVENT_DIRECTION: Readonly<Record<CycleEvent, Direction>> = {
  ...({ PS: 1, SC: 1, AR: 1, SPRING: 1, TSO: 1, TEST: 1, SOS: 1, JAC: 1, LPS: 1, BU: 1 } as const),
  ...({ PSY: -1, BC: -1, ARE: -1, UT: -1, UTAD: -1, SOW: -1, FTI: -1, LPSY: -1 } as const),
  ...({ ST: 0, EVR: 0, SOT: 0 } as const),
};

/** Up-volume over down-volume of the last 10 days or 8 weeks; null if there are fewer. */
export function classifySupplyDemand({ bar }: BarAnalysis, { supplyDemand }: EventRules): SupplyDemand | null {
  if (bar.index < supplyDemand.bars) return null;
  if (bar.demandRatio === null) return 'balanced';
  if (atLeast(bar.demandRatio, supplyDemand.demand)) return 'demand_dominant';
  return atMost(bar.demandRatio, supplyDemand.supply) ? 'supply_dominant' : 'balanced';
}

/**
 * Does what was read agree with the session's phase? The events of the day or week decide; if they speak for nothing or
 * for both sides, the phase that was read does.
 */
export function classifyAlignment(
  session: PrimaryPhase | null,
  read: PrimaryPhase,
  events: readonly CycleEvent[],
): AlignFlag {
  const expected = session === null ? 0 : PHASE_DIRECTION[session];
  const byEvents = Math.sign(events.reduce((sum, event) => sum + EVENT_DIRECTION[event], 0));
  const spoken = byEvents === 0 ? PHASE_DIRECTION[read] : byEvents;
  if (expected === 0 || spoken === 0) return 'neutral';
  return expected === spoken ? 'aligned' : 'diverging';
}

/**
 * The weekly outlook as of the last day: the sum of what was measured of its phase, of the newest event of the last ten days
 * that was measured to predict anything, and of its strength compared with the market. It follows the measurement, not the
 * names: after a jump over the creek the stocks fell behind the market more often than not.
 */
export function classifyOutlook(days: readonly BarAnalysis[]): Outlook {
  const last = days.at(-1);
  if (last === undefined) return '震荡';
  const { rs } = last.bar;
  const points =
    (OUTLOOK.phases[last.phase.phase] ?? 0) + eventPoints(days.slice(-OUTLOOK.eventBars)) + strengthPoints(rs);
  if (points >= (rs === null ? OUTLOOK.up.alone : OUTLOOK.up.relativeToMarket)) return '上涨';
  return points <= OUTLOOK.down ? '下跌' : '震荡';
}

function eventPoints(days: readonly BarAnalysis[]): number {
  for (const { events } of days.toReversed()) {
    for (const { event } of events.events) {
      const points = OUTLOOK.events[event];
      if (points !== undefined) return points;
    }
  }
  return 0;
}

function strengthPoints(rs: number | null): number {
  if (rs === null) return 0;
  const { over, within } = OUTLOOK.strength;
  for (const { percent, points } of over) if (rs > percent) return points;
  return atMost(Math.abs(rs), within.percent) ? within.points : 0;
}
