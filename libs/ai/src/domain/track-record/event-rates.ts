import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent } from '#lib/tracking';
import type { MeasuredEvent } from '../rules/measured-events';
import { type Direction, getDirection } from './direction';
import type { Horizon } from './outcome';
import type { HitRate } from './statistics';

/** Open days after the entry day: what the table of the rules was measured by. */
export const EVENT_HORIZON = 20 satisfies Horizon;

/** Whose samples a rate is of: this server's track record, or the study of the rules. */
export const RATE_SOURCES = ['own', 'study'] as const;

/** How often an event of the rules was right after {@link EVENT_HORIZON} open days. Shares are percent. */
export interface EventRate {
  event: CycleEvent;
  /** Of the rules that saw it. */
  version: string;
  /** Which way the event's side goes; null if it may be either: its share is of samples above the market's middle. */
  direction: Direction | null;
  n: number;
  /** Null of the study, whose interval counts the months that hang together. */
  nEff: number | null;
  /** Of the samples that went the event's way, against the market's middle; null without samples. */
  share: number | null;
  /** 95 % interval. */
  low: number | null;
  high: number | null;
  /** What the same judgement of every stock would have scored on these days. */
  base: number | null;
  /** Null of the study: see `measuredOn`. */
  since: CalendarDay | null;
  through: CalendarDay | null;
  /** `own`: of this server's track record; `study`: measured when the rules were written. */
  source: (typeof RATE_SOURCES)[number];
  /** Too few samples for a conclusion. */
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

/** What was measured of events when the rules were written. */
export type EventStudy = Readonly<Partial<Record<CycleEvent, MeasuredEvent>>>;

/** The requested rates. */
export interface EventRateOrder {
  /** In the order of the answer. */
  events: readonly CycleEvent[];
  /** Of the rules: other versions have another record. */
  version: string;
  study: EventStudy;
}

/**
 * What is known of each event: the own record, replays apart, if it has samples enough; else the study; else the own
 * record.
 */
export function eventRates(records: readonly EventRecord[], { events, version, study }: EventRateOrder): EventRate[] {
  return events.flatMap((event) => {
    const own = ownRate(event, records, version);
    if (own?.insufficient === false) return [own];
    return studyRate(event, study[event], version) ?? own ?? [];
  });
}

function ownRate(event: CycleEvent, records: readonly EventRecord[], version: string): EventRate | undefined {
  const direction = getDirection('event', event);
  const record = records.find((one) => one.value === event && one.version === version && !one.replay);
  const rate = record?.horizons.find(({ horizon }) => horizon === EVENT_HORIZON);
  if (direction === undefined || record === undefined || rate === undefined) return undefined;
  const { n, nEff, hitRatePct: share, lowPct: low, highPct: high, baseRatePct: base, insufficient } = rate;
  const { since, through } = record;
  return { event, version, direction, n, nEff, share, low, high, base, since, through, source: 'own', insufficient };
}

/** The study counts cases above the market's middle; an event with the direction down is right below it. */
function studyRate(event: CycleEvent, measured: MeasuredEvent | undefined, version: string): EventRate | undefined {
  if (measured === undefined) return undefined;
  const direction = getDirection('event', event) ?? null;
  const { n, share, low, high, base } = measured;
  const shares =
    direction === 'down'
      ? { share: below(share), low: below(high), high: below(low), base: below(base) }
      : { share, low, high, base };
  const known = { since: null, through: null, source: 'study', insufficient: false } as const;
  return { event, version, direction, n, nEff: null, ...shares, ...known };
}

function below(percent: number): number {
  return Math.round((100 - percent) * 10) / 10;
}
