import type { AlignFlag, CycleEvent, PrimaryPhase, SupplyDemand } from '#lib/tracking';
import type { Outlook } from '../answer';
import type { DayReading } from './market-reading';
import { atLeast, atMost, RULES } from './thresholds';

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

/** Up-volume over down-volume of the last 10 bars; null where there are fewer. */
export function supplyDemandOf({ bar }: DayReading): SupplyDemand | null {
  if (bar.index < RULES.supplyDemand.bars) return null;
  if (bar.demandRatio === null) return 'balanced';
  if (atLeast(bar.demandRatio, RULES.supplyDemand.demand)) return 'demand_dominant';
  return atMost(bar.demandRatio, RULES.supplyDemand.supply) ? 'supply_dominant' : 'balanced';
}

/**
 * Does what was read agree with the session's phase? The events of the day or week decide; where they speak for nothing or
 * for both sides, the phase that was read does.
 */
export function alignFlagOf(
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

/** Bars that an event speaks for in the outlook. */
const OUTLOOK_BARS = 10;

/**
 * The weekly outlook as of the last bar: points for the phase (a trend 2; a range in phase C or D 1), for the newest event of
 * the last 10 bars that has a direction (1) and for supply and demand (1). Two points or more are a direction, less is 震荡.
 */
export function outlookOf(days: readonly DayReading[]): Outlook {
  const last = days.at(-1);
  if (last === undefined) return '震荡';
  const points = phasePoints(last) + newestDirection(days.slice(-OUTLOOK_BARS)) + demandPoints(supplyDemandOf(last));
  if (points >= 2) return '上涨';
  return points <= -2 ? '下跌' : '震荡';
}

function phasePoints({ phase: { phase, letter } }: DayReading): number {
  const direction = PHASE_DIRECTION[phase];
  if (phase === 'markup' || phase === 'markdown') return 2 * direction;
  return letter === 'phase_c' || letter === 'phase_d' ? direction : 0;
}

function newestDirection(days: readonly DayReading[]): number {
  for (const { events } of days.toReversed()) {
    const directed = events.events.find(({ event }) => EVENT_DIRECTION[event] !== 0);
    if (directed !== undefined) return EVENT_DIRECTION[directed.event];
  }
  return 0;
}

function demandPoints(supplyDemand: SupplyDemand | null): number {
  if (supplyDemand === 'demand_dominant') return 1;
  return supplyDemand === 'supply_dominant' ? -1 : 0;
}
