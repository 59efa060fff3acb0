import type { EventData } from '#lib/events/domain';
import type { SessionConditions } from './conditions';
import type { PendingEvent, Rule } from './pending-event';

/** Codes that a user watches or holds. */
export interface UserLists {
  readonly watchlist: ReadonlySet<string>;
  readonly position: ReadonlySet<string>;
}

/** Whether a rule asks for the stocks that its owner watches or holds. */
export function readsLists({ conditions }: Rule): boolean {
  return 'scope' in conditions && conditions.scope !== 'all';
}

/**
 * What of an event a rule tells.
 * @returns the event, `session.due` with the sessions that are meant alone; undefined: nothing of it.
 */
export function matchEvent(rule: Rule, event: PendingEvent, lists: UserLists): PendingEvent | undefined {
  if (rule.event !== event.type) return undefined;
  switch (event.type) {
    case 'screen.matched':
    case 'price.crossed':
    case 'digest.evening':
    case 'digest.morning':
      return event.data.ruleId === rule.id ? event : undefined;
    case 'session.phase_changed':
      return isMeant(rule, event.data, lists) && hasPhase(rule, event.data) ? event : undefined;
    case 'session.event':
      return isMeant(rule, event.data, lists) && hasEvent(rule, event.data) ? event : undefined;
    case 'session.due': {
      const sessions = event.data.sessions.filter((session) => isMeant(rule, session, lists));
      return sessions.length === 0 ? undefined : { ...event, data: { ...event.data, sessions } };
    }
    case 'budget.spent':
      return event.data.userId === null || event.data.userId === rule.userId ? event : undefined;
    default:
      return event;
  }
}

function isMeant({ conditions }: Rule, { code }: { readonly code: string }, lists: UserLists): boolean {
  const { scope, codes } = conditions as SessionConditions;
  if (codes !== undefined && !codes.includes(code)) return false;
  return scope === 'all' || lists[scope].has(code);
}

function hasPhase({ conditions }: Rule, { to }: EventData['session.phase_changed']): boolean {
  const { phases } = conditions as SessionConditions;
  return phases === undefined || phases.some((phase) => phase === to);
}

function hasEvent({ conditions }: Rule, { events }: EventData['session.event']): boolean {
  const { events: wanted } = conditions as SessionConditions;
  return wanted === undefined || wanted.some((event) => events.includes(event));
}
