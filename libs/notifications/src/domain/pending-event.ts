import type { EventData, EventType } from '#lib/events/domain';
import type { RuleConditions } from './conditions';
import type { RuleEvent } from './rule-events';

/** An event that has not been told. */
export type PendingEvent = {
  [Type in EventType]: {
    readonly id: number;
    readonly type: Type;
    readonly run: string | null;
    readonly data: EventData[Type];
    /** ISO 8601. */
    readonly createdAt: string;
  };
}[EventType];

/** A rule with the channels at which it tells. */
export interface Rule {
  readonly id: number;
  readonly userId: number;
  readonly event: RuleEvent;
  readonly conditions: RuleConditions;
  readonly quietHours: string | null;
  readonly channelIds: readonly number[];
}
