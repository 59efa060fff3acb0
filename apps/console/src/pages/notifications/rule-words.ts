import type { Translated } from '../../i18n/messages';
import {
  type Comparison,
  DIGEST_TIMES,
  isDigest,
  isOfSessions,
  type Measure,
  readConditions,
  type Rule,
  type Scope,
} from './rule-draft';
import type { conditionMessages } from './condition-messages';

/** The names that conditions are told with, in one language. */
export interface ConditionNames {
  readonly t: Translated<(typeof conditionMessages)['zh']>;
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly phases: Readonly<Record<string, string>>;
  readonly measures: Readonly<Record<Measure, string>>;
  readonly event: (code: string) => string;
  /** The name of a screen by its id. */
  readonly screen: (id: string) => string;
}

const SHOWN_CODES = 3;
const SIGNS: Readonly<Record<Exclude<Comparison, 'between'>, string>> = { '>': '>', '>=': '≥', '<': '<', '<=': '≤' };

/** The conditions of a rule in one line; what it asks nothing of is left out. */
export function conditionWords(
  { event, conditions }: Pick<Rule, 'event' | 'conditions'>,
  names: ConditionNames,
): string {
  const { t } = names;
  if (event === 'price.crossed') return priceWords(conditions, names);
  const { scope, codes, phases, events, screen, params, filters, at } = readConditions(conditions);
  if (event === 'screen.matched') {
    const isChanged = [params, filters].some((changes) => Object.keys(changes ?? {}).length > 0);
    return [t.screen(names.screen(screen)), ...(isChanged ? [t.ownValues] : [])].join(t.comma);
  }
  if (isDigest(event)) return t.dailyAt(at === '' ? DIGEST_TIMES[event].usual : at);
  if (!isOfSessions(event)) return t.any;
  return [
    ...(scope === 'all' && codes.length > 0 ? [] : [names.scopes[scope]]),
    ...(codes.length === 0 ? [] : [codeWords(codes, names)]),
    ...(phases.length === 0 ? [] : [t.becomes(phases.map((phase) => names.phases[phase] ?? phase).join(t.list))]),
    ...(events.length === 0 ? [] : [t.events(events.map(names.event).join(t.list))]),
  ].join(t.comma);
}

function codeWords(codes: readonly string[], { t }: ConditionNames): string {
  const shown = codes.slice(0, SHOWN_CODES).join(t.list);
  return codes.length > SHOWN_CODES ? `${shown} ${t.moreCodes(codes.length)}` : shown;
}

function priceWords(conditions: Rule['conditions'], { t, measures }: ConditionNames): string {
  const { code, op, items } = readConditions(conditions);
  const compared = items.map(({ type, op: comparison, low, high }) =>
    comparison === 'between' ? t.between(measures[type], low, high) : `${measures[type]} ${SIGNS[comparison]} ${low}`,
  );
  return `${code} ${compared.join(op === 'and' ? t.and : t.or)}`;
}
