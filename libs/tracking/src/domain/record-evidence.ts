import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent, RangePhase } from './vocabulary';

/** An event of a record, with the day and price at which it happened. */
export interface EvidencedEvent {
  readonly event: CycleEvent;
  readonly recognisedOn: CalendarDay;
  /** At or before `recognisedOn`. */
  readonly happenedOn: CalendarDay;
  /** Yuan, where the mark stands: the extreme that the event is about, else the close of `happenedOn`. */
  readonly price: number;
  /** The range in which it was read, one of `ranges`; null for what stops a trend, and for what only a model saw. */
  readonly rangeId: string | null;
  /** By name, such as `rv`, `clv`, `trAtr`, `depthAtr`. */
  readonly figures: Readonly<Record<string, number>>;
}

/** What a range may turn out to be. */
export const RANGE_SIDES = ['accumulation', 'distribution', 'both'] as const;
/** How a range was found. */
export const RANGE_ORIGINS = ['climax', 'box'] as const;

/** A trading range S..R. */
export interface EvidencedRange {
  readonly id: string;
  readonly from: CalendarDay;
  /** Null while it lasts. */
  readonly to: CalendarDay | null;
  readonly support: number;
  readonly resistance: number;
  readonly side: (typeof RANGE_SIDES)[number];
  readonly origin: (typeof RANGE_ORIGINS)[number];
}

export interface EvidencedPhase {
  readonly since: CalendarDay;
  readonly letter: RangePhase | null;
  readonly reason: string;
}

export interface Invalidation {
  readonly rule: string;
  readonly price: number;
}

/** On which side of its price closes end a reading. */
export const INVALIDATION_SIDES = ['below', 'above'] as const;
export type InvalidationSide = (typeof INVALIDATION_SIDES)[number];

/** The sentence of the rule says it, also in records that older builds stored. */
export function invalidationSide({ rule }: Invalidation): InvalidationSide {
  return rule.includes('之下') ? 'below' : 'above';
}

/** What a record of an AI fill rests on, computed from the bars. Prices are yuan, forward-adjusted as of `asOf`. */
export interface RecordEvidence {
  /** The rules that read the bars. */
  readonly version: string;
  readonly asOf: CalendarDay;
  readonly events: readonly EvidencedEvent[];
  readonly ranges: readonly EvidencedRange[];
  readonly phase: EvidencedPhase;
  /** What would end the reading of the phase, in Chinese, and at which price. */
  readonly invalidation: Invalidation | null;
  /** What would confirm it next, in Chinese. */
  readonly nextLook: string | null;
}
