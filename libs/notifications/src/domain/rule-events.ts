import { EVENT_TYPES, type EventType } from '#lib/events/domain';

/** What a rule may tell of. `channel.disabled` is told without a rule. */
export type RuleEvent = Exclude<EventType, 'channel.disabled'>;

export const RULE_EVENTS: readonly RuleEvent[] = EVENT_TYPES.filter((type) => type !== 'channel.disabled');
