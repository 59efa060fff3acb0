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
