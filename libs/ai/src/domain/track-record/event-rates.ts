import type { CalendarDay } from '#lib/kernel';
import { CYCLE_EVENT_NAMES, type CycleEvent } from '#lib/tracking';
import { type Direction, directionOf } from './direction';
import type { Horizon } from './outcome';
import type { HitRate } from './statistics';

/** Open days after the entry day: what the table of the rules was measured by. */
export const EVENT_HORIZON = 20 satisfies Horizon;

/** How often an event of the rules was right after {@link EVENT_HORIZON} open days. Shares are percent. */
export interface EventRate {
  event: CycleEvent;
  /** Of the rules that saw it. */
  version: string;
  direction: Direction;
  n: number;
  nEff: number;
  /** Of the samples that went the event's way, against the market's middle; null without samples. */
  share: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
  /** What the same judgement of every stock would have scored on these days. */
  base: number | null;
  since: CalendarDay;
  through: CalendarDay;
  /** `own`: of this server's track record. */
  source: 'own';
  /** Too few samples to say anything. */
  insufficient: boolean;
}

/** A group of the track record: one event of one version. */
export interface EventRecord {
  value: string | null;
  version: string;
  replay: boolean;
  since: CalendarDay;
  through: CalendarDay;
  horizons: readonly (HitRate & { horizon: number })[];
}

/** What is known of each event that says a direction, in the vocabulary's order; of this version alone, replays apart. */
export function eventRates(records: readonly EventRecord[], version: string): EventRate[] {
  return CYCLE_EVENT_NAMES.flatMap((event) => {
    const direction = directionOf('event', event);
    const record = records.find((one) => one.value === event && one.version === version && !one.replay);
    const rate = record?.horizons.find(({ horizon }) => horizon === EVENT_HORIZON);
    if (direction === undefined || record === undefined || rate === undefined) return [];
    const { n, nEff, hitRatePct: share, lowPct: low, highPct: high, baseRatePct: base, insufficient } = rate;
    const { since, through } = record;
    return [
      { event, version, direction, n, nEff, share, low, high, base, since, through, source: 'own', insufficient },
    ];
  });
}
