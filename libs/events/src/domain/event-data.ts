import type { CalendarDay } from '#lib/kernel';

/** A stock of an event. */
export interface EventStock {
  readonly code: string;
  /** Null for a code that the market data do not know. */
  readonly stockName: string | null;
}

/** A session of an event. */
export interface EventSession extends EventStock {
  readonly sessionId: number;
}

/** The first few of many. */
export interface DigestList<Item> {
  readonly total: number;
  readonly top: readonly Item[];
}

/** What went wrong since the digest before. */
export const DIGEST_FAILURES = ['drain.failed', 'market.late', 'backup.failed', 'budget.spent'] as const;

export type DigestFailure = {
  [Type in (typeof DIGEST_FAILURES)[number]]: { readonly type: Type; readonly data: EventData[Type] };
}[(typeof DIGEST_FAILURES)[number]];

/** A summary for one rule and open day. */
export interface DigestData {
  readonly ruleId: number;
  readonly userId: number;
  readonly day: CalendarDay;
  /** Facts that were told by then are in this digest or in one before. ISO 8601 with microseconds. */
  readonly through: string;
  /** The newest complete day, and the day that should be complete by now. */
  readonly market: { readonly dataThrough: CalendarDay | null; readonly expected: CalendarDay };
  /** Open sessions whose review is due, by priority; `overdue`: of a day before. */
  readonly due: DigestList<EventSession & { readonly dueOn: CalendarDay }> & { readonly overdue: number };
  /** New hits of the user's rules on screens. */
  readonly hits: DigestList<EventStock & { readonly screenName: string }>;
  readonly scans: DigestList<EventData['scan.completed']>;
  readonly phases: DigestList<EventData['session.phase_changed']>;
  readonly drains: DigestList<EventData['drain.completed']>;
  readonly failures: DigestList<DigestFailure>;
}

/** What is told of each type of event; the shape of `data`. Additions are compatible, changes are a new type. */
export interface EventData {
  'scan.completed': {
    readonly scanId: number;
    readonly status: 'completed' | 'failed';
    readonly startDate: CalendarDay;
    readonly endDate: CalendarDay;
    readonly hits: number;
    readonly created: number;
    /** The first of the hits by code. */
    readonly top: readonly (EventStock & { readonly entryDate: CalendarDay })[];
  };
  'screen.matched': {
    readonly ruleId: number;
    readonly screen: string;
    readonly screenName: string;
    readonly day: CalendarDay;
    /** Hits of the day, and those that were none on the complete day before. */
    readonly matched: number;
    readonly fresh: number;
    /** The first of the new hits, best first. */
    readonly top: readonly (EventStock & { readonly close: number; readonly pctChange: number | null })[];
  };
  'session.phase_changed': EventSession & {
    readonly from: string | null;
    readonly to: string | null;
    readonly by: 'person' | 'ai';
  };
  'session.event': EventSession & {
    readonly record: 'daily' | 'weekly';
    readonly day: CalendarDay;
    readonly events: readonly string[];
    readonly by: 'person' | 'ai';
  };
  'session.due': {
    readonly day: CalendarDay;
    readonly sessions: readonly (EventSession & { readonly dueOn: CalendarDay })[];
  };
  'price.crossed': EventStock & {
    readonly ruleId: number;
    readonly day: CalendarDay;
    /** Yuan as traded. */
    readonly close: number;
    readonly pctChange: number | null;
  };
  'drain.completed': DrainData;
  'drain.failed': DrainData;
  'market.late': { readonly day: CalendarDay; readonly source: string };
  'market.complete': { readonly day: CalendarDay; readonly bars: number };
  'study.completed': {
    readonly studyId: number;
    readonly screen: string;
    readonly status: 'completed' | 'failed';
    readonly from: CalendarDay;
    readonly to: CalendarDay;
    readonly cases: number;
  };
  'backup.failed': { readonly day: CalendarDay; readonly reason: string };
  'budget.spent': {
    readonly day: CalendarDay;
    /** `user`: the share of one of them. */
    readonly budget: 'all' | 'user';
    readonly userId: number | null;
  };
  'digest.evening': DigestData;
  'digest.morning': DigestData;
  /** Told to the owner of the channel, on another one. */
  'channel.disabled': {
    readonly channelId: number;
    readonly userId: number;
    readonly name: string;
    readonly reason: string;
  };
}

interface DrainData {
  readonly drainId: number;
  readonly kind: string;
  readonly tradeDay: CalendarDay;
  readonly filled: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Version 1 of the list: a name that is in it stays, with its meaning. */
export const EVENT_TYPES = [
  'scan.completed',
  'screen.matched',
  'session.phase_changed',
  'session.event',
  'session.due',
  'price.crossed',
  'drain.completed',
  'drain.failed',
  'market.late',
  'market.complete',
  'study.completed',
  'backup.failed',
  'budget.spent',
  'digest.evening',
  'digest.morning',
  'channel.disabled',
] as const satisfies readonly (keyof EventData)[];

export type EventType = (typeof EVENT_TYPES)[number];

/** A fact that happened. */
export type Fact = {
  [Type in EventType]: {
    readonly type: Type;
    readonly data: EventData[Type];
    /** Names a fact that its writer may find twice, within its type: it is kept once. */
    readonly key?: string;
    /** Work of which this is one fact of many, `drain:5`: they are told together. */
    readonly run?: string;
  };
}[EventType];
