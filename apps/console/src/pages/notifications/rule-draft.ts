import type { Schemas } from '../../api/client';
import type { Phase } from '../../parts/phases';

export type Rule = Schemas['RuleResponse'];
export type RuleEvent = Rule['event'];
type Conditions = Rule['conditions'];

export const SCOPES = ['all', 'watchlist', 'position'] as const;
export type Scope = (typeof SCOPES)[number];

export const MEASURES = ['price', 'change_pct', 'volume_ratio', 'turnover'] as const;
export type Measure = (typeof MEASURES)[number];

export const COMPARISONS = ['>', '>=', '<', '<=', 'between'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const JOINS = ['and', 'or'] as const;

/** Most comparisons of one rule. */
export const MOST_ITEMS = 10;

/** In the order in which they are offered. */
export const RULE_EVENTS: readonly RuleEvent[] = [
  ...(['session.phase_changed', 'session.event', 'session.due'] as const),
  ...(['price.crossed', 'screen.matched', 'scan.completed', 'study.completed'] as const),
  ...(['drain.completed', 'drain.failed', 'market.complete', 'market.late'] as const),
  ...(['budget.spent', 'backup.failed', 'digest.evening', 'digest.morning'] as const),
];

const SESSION_EVENTS: readonly RuleEvent[] = ['session.phase_changed', 'session.event', 'session.due'];

export function isOfSessions(event: RuleEvent): boolean {
  return SESSION_EVENTS.includes(event);
}

type DigestEvent = Extract<RuleEvent, `digest.${string}`>;

/** When a daily digest may come, and when it usually does; Beijing time. */
export const DIGEST_TIMES: Readonly<Record<DigestEvent, { earliest: string; latest: string; usual: string }>> = {
  'digest.evening': { earliest: '15:30', latest: '23:55', usual: '21:00' },
  'digest.morning': { earliest: '05:00', latest: '09:25', usual: '08:45' },
};

export function isDigest(event: RuleEvent): event is DigestEvent {
  return event in DIGEST_TIMES;
}

/** A comparison as it is typed; `high` is the upper bound of `between`. */
export interface ItemDraft {
  readonly type: Measure;
  readonly op: Comparison;
  readonly low: string;
  readonly high: string;
}

/** A rule as it is being filled in, with what each event asks for. */
export interface RuleDraft {
  /** Empty: named by what it tells. */
  readonly name: string;
  readonly event: RuleEvent;
  readonly scope: Scope;
  /** Empty: every stock of the scope. */
  readonly codes: readonly string[];
  readonly phases: readonly Phase[];
  /** Events of records. */
  readonly events: readonly string[];
  readonly screen: string;
  /** What the rule runs the screen with otherwise than its own values. */
  readonly screenChanges: { readonly params?: object; readonly filters?: object };
  readonly code: string;
  readonly op: (typeof JOINS)[number];
  readonly items: readonly ItemDraft[];
  /** Of a daily digest, `HH:MM`; empty: its usual time. */
  readonly at: string;
  readonly channelIds: readonly number[];
  readonly quiet: { readonly isOn: boolean; readonly from: string; readonly to: string };
}

export const NEW_ITEM: ItemDraft = { type: 'price', op: '>=', low: '', high: '' };

export const NEW_RULE: RuleDraft = {
  ...{ name: '', event: 'session.phase_changed', scope: 'all', codes: [], phases: [], events: [] },
  ...{ screen: '', screenChanges: {}, code: '', op: 'and', items: [NEW_ITEM], at: '', channelIds: [] },
  quiet: { isOn: false, from: '22:00', to: '07:30' },
};

export function toRuleDraft({ name, event, conditions, channelIds, quietHours }: Rule): RuleDraft {
  const { scope, codes, phases, events, screen, params, filters, code, op, items, at } = readConditions(conditions);
  const [from, to] = quietHours?.split('-') ?? [];
  return {
    ...NEW_RULE,
    ...{ name, event, scope, codes, phases, events, screen, code, op, at, channelIds },
    screenChanges: { ...(params === undefined ? {} : { params }), ...(filters === undefined ? {} : { filters }) },
    items: items.length === 0 ? [NEW_ITEM] : items,
    quiet: from === undefined || to === undefined ? NEW_RULE.quiet : { isOn: true, from, to },
  };
}

/** Whether the event has all that it asks for. */
export function isComplete({ event, screen, code, items, at, quiet }: RuleDraft): boolean {
  if (quiet.isOn && (quiet.from === '' || quiet.to === '' || quiet.from === quiet.to)) return false;
  if (isDigest(event) && at !== '') return at >= DIGEST_TIMES[event].earliest && at <= DIGEST_TIMES[event].latest;
  if (event === 'screen.matched') return screen !== '';
  if (event === 'price.crossed') return /^\d{6}$/.test(code) && items.every((item) => toItem(item) !== undefined);
  return true;
}

/** @param name What the rule is called if it was given no name. */
export function toRuleBody(draft: RuleDraft, name: string): Schemas['CreateRuleBody'] {
  const { event, channelIds, quiet } = draft;
  return {
    name: [...(draft.name.trim() === '' ? name : draft.name.trim())].slice(0, LONGEST_NAME).join(''),
    event,
    conditions: toConditions(draft),
    channel_ids: [...channelIds],
    quiet_hours: quiet.isOn ? `${quiet.from}-${quiet.to}` : null,
  };
}

/** What the event of the draft takes of it, as the server has it. */
export function toConditions(draft: RuleDraft): Conditions {
  const { event, scope, codes, phases, events, screen, screenChanges, code, op } = draft;
  if (event === 'price.crossed') return { code, op, items: draft.items.flatMap((item) => toItem(item) ?? []) };
  if (event === 'screen.matched') return { screen, ...screenChanges };
  if (isDigest(event)) return { at: draft.at === '' ? DIGEST_TIMES[event].usual : draft.at };
  if (!isOfSessions(event)) return {};
  return {
    scope,
    ...(codes.length === 0 ? {} : { codes: [...codes] }),
    ...(event === 'session.phase_changed' && phases.length > 0 ? { phases: [...phases] } : {}),
    ...(event === 'session.event' && events.length > 0 ? { events: [...events] } : {}),
  };
}

const LONGEST_NAME = 60;

interface Item {
  readonly type: Measure;
  readonly op: Comparison;
  readonly value: number | [number, number];
}

/** Undefined if it has no number, or an upper bound below the lower one. */
function toItem({ type, op, low, high }: ItemDraft): Item | undefined {
  const value = toNumber(low);
  if (value === undefined) return undefined;
  if (op !== 'between') return { type, op, value };
  const upper = toNumber(high);
  return upper === undefined || upper < value ? undefined : { type, op, value: [value, upper] };
}

function toNumber(text: string): number | undefined {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

type Read = Pick<RuleDraft, 'scope' | 'codes' | 'phases' | 'events' | 'screen' | 'code' | 'op' | 'items' | 'at'> & {
  readonly params?: object | undefined;
  readonly filters?: object | undefined;
};

/** Conditions as the server sends them, whatever the event; what is missing is as in a new rule. */
export function readConditions(conditions: Conditions): Read {
  const given = conditions as Partial<Omit<Read, 'items'>> & { items?: readonly Item[] };
  const { scope = 'all', codes = [], phases = [], events = [], screen = '', code = '', op = 'and', at = '' } = given;
  const items = (given.items ?? []).map(({ type, op: comparison, value }) => {
    const [low, high] = typeof value === 'number' ? [value] : value;
    return { type, op: comparison, low: String(low), high: high === undefined ? '' : String(high) };
  });
  return {
    ...{ scope, codes, phases, events, screen, code, op, items, at },
    params: given.params,
    filters: given.filters,
  };
}
