import type { EventType } from '#lib/events/domain';
import { groupBy } from '#lib/kernel';
import { matchEvent, type UserLists } from './match-event';
import type { PendingEvent, Rule } from './pending-event';

/** A rule as its owner sees it. */
export interface RuleRow extends Omit<Rule, 'userId'> {
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a channel is told at once: events of one type, and of one run where they have one. */
export interface Digest {
  readonly channelId: number;
  /** By age; the first one names the delivery. */
  readonly events: readonly [PendingEvent, ...PendingEvent[]];
  /** Of the rules that asked for it: the least quiet one decides. */
  readonly quietHours: readonly (string | null)[];
}

/** Types of which many facts come at once: one message tells all of them. */
const GATHERED: readonly EventType[] = ['session.phase_changed', 'session.event'];

/** Groups events into digests: one for each kind, run and channel, never one for each stock. */
export function planDigests(
  events: readonly PendingEvent[],
  rules: readonly Rule[],
  listsOf: (userId: number) => UserLists,
): Digest[] {
  const digests: Digest[] = [];
  for (const together of gather(events)) {
    const byChannel = new Map<number, { events: Map<number, PendingEvent>; quietHours: (string | null)[] }>();
    for (const rule of rules) {
      const matched = together.flatMap((event) => matchEvent(rule, event, listsOf(rule.userId)) ?? []);
      if (matched.length === 0) continue;
      for (const channelId of rule.channelIds) {
        const digest = byChannel.get(channelId) ?? { events: new Map<number, PendingEvent>(), quietHours: [] };
        for (const event of matched) digest.events.set(event.id, event);
        digest.quietHours.push(rule.quietHours);
        byChannel.set(channelId, digest);
      }
    }
    for (const [channelId, digest] of byChannel) {
      const [first, ...rest] = [...digest.events.values()].toSorted((one, other) => one.id - other.id);
      if (first !== undefined) digests.push({ channelId, events: [first, ...rest], quietHours: digest.quietHours });
    }
  }
  return digests;
}

function gather(events: readonly PendingEvent[]): (readonly PendingEvent[])[] {
  const groups = groupBy(events, (event) =>
    GATHERED.includes(event.type) ? `${event.type} ${event.run ?? ''}` : `event ${String(event.id)}`,
  );
  return [...groups.values()];
}
