import type { ScreenChanges } from '../screens/screen-draft';
import { isOfSessions, NEW_RULE, readConditions, type Rule, type RuleDraft, type RuleEvent } from './rule-draft';

/** What a page offers to tell of. */
export type ToldThing =
  | { readonly kind: 'session'; readonly code: string; readonly name: string }
  | { readonly kind: 'screen'; readonly id: string; readonly name: string; readonly changes: ScreenChanges }
  | { readonly kind: 'scans' | 'drains' };

const EVENTS: Readonly<Record<ToldThing['kind'], readonly [RuleEvent, ...RuleEvent[]]>> = {
  session: ['session.phase_changed', 'session.event', 'session.due', 'price.crossed'],
  screen: ['screen.matched'],
  scans: ['scan.completed'],
  drains: ['drain.completed', 'drain.failed'],
};

/** The events that can be told of a thing. */
export function eventsOf({ kind }: ToldThing): readonly RuleEvent[] {
  return EVENTS[kind];
}

/** A new rule about the thing. */
export function draftAbout(thing: ToldThing): RuleDraft {
  const draft = { ...NEW_RULE, event: EVENTS[thing.kind][0] };
  if (thing.kind === 'session') return { ...draft, codes: [thing.code], code: thing.code };
  if (thing.kind !== 'screen') return draft;
  const changed = Object.entries(thing.changes).filter(([, changes]) => Object.keys(changes as object).length > 0);
  return { ...draft, screen: thing.id, screenChanges: Object.fromEntries(changed) };
}

/** Whether a rule tells of the thing: also one about all sessions, or about a scope that the stock may be in. */
export function isAbout({ event, conditions }: Rule, thing: ToldThing): boolean {
  if (!EVENTS[thing.kind].includes(event)) return false;
  const { codes, code, screen } = readConditions(conditions);
  if (thing.kind === 'screen') return screen === thing.id;
  if (thing.kind !== 'session') return true;
  return isOfSessions(event) ? codes.length === 0 || codes.includes(thing.code) : code === thing.code;
}
