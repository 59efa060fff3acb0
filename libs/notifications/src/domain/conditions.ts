import { AppError } from '#lib/kernel';
import { CYCLE_EVENT_NAMES, type CycleEvent, PRIMARY_PHASES, type PrimaryPhase } from '#lib/tracking/domain';
import { DIGEST_EVENTS, DIGEST_TIMES, type DigestEvent } from './digest-events';
import type { RuleEvent } from './rule-events';
import { readTimeOfDay } from './time-of-day';

/** Which sessions a rule is about: all, or those of stocks on the owner's watch-list or among his positions. */
export const SESSION_SCOPES = ['all', 'watchlist', 'position'] as const;
export type SessionScope = (typeof SESSION_SCOPES)[number];

export interface SessionConditions {
  readonly scope: SessionScope;
  readonly codes?: readonly string[];
  /** Phases that a session has come to. */
  readonly phases?: readonly PrimaryPhase[];
  /** Events of records. */
  readonly events?: readonly CycleEvent[];
}

/** `price`: close in yuan as traded; `change_pct`, `turnover`: percent; `volume_ratio`: over the mean of the 5 days before. */
export const PRICE_MEASURES = ['price', 'change_pct', 'volume_ratio', 'turnover'] as const;
export type PriceMeasure = (typeof PRICE_MEASURES)[number];

export const PRICE_COMPARISONS = ['>', '>=', '<', '<=', 'between'] as const;

export interface PriceItem {
  readonly type: PriceMeasure;
  readonly op: (typeof PRICE_COMPARISONS)[number];
  /** Two bounds, both within, for `between`. */
  readonly value: number | readonly [number, number];
}

export interface PriceConditions {
  readonly code: string;
  readonly op: 'and' | 'or';
  readonly items: readonly PriceItem[];
}

export interface ScreenConditions {
  readonly screen: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, unknown>>;
}

export interface DigestConditions {
  /** `HH:MM` in Asia/Shanghai. */
  readonly at: string;
}

type NoConditions = Readonly<Record<string, never>>;

export type RuleConditions = SessionConditions | PriceConditions | ScreenConditions | DigestConditions | NoConditions;

const MOST_CODES = 500;
const MOST_ITEMS = 10;
const LARGEST = 1e12;
const SESSION_EVENTS: readonly RuleEvent[] = ['session.phase_changed', 'session.event', 'session.due'];

/**
 * The conditions of a rule as its event has them.
 * @param given What a request says; undefined: none.
 * @throws AppError `invalid_input` with the field.
 */
export function readConditions(event: RuleEvent, given: Readonly<Record<string, unknown>> = {}): RuleConditions {
  if (event === 'price.crossed') return readPrice(given);
  if (event === 'screen.matched') return readScreen(given);
  if (SESSION_EVENTS.includes(event)) return readSession(event, given);
  const digest = DIGEST_EVENTS.find((one) => one === event);
  if (digest !== undefined) return readDigest(digest, given);
  requireKeys(given, []);
  return {};
}

function readSession(event: RuleEvent, given: Readonly<Record<string, unknown>>): SessionConditions {
  const own = { 'session.phase_changed': ['phases'], 'session.event': ['events'] }[event as string] ?? [];
  requireKeys(given, ['scope', 'codes', ...own]);
  return {
    scope: readOne('scope', given['scope'] ?? 'all', SESSION_SCOPES),
    ...('codes' in given ? { codes: readCodes(given['codes']) } : {}),
    ...('phases' in given ? { phases: readSome('phases', given['phases'], PRIMARY_PHASES) } : {}),
    ...('events' in given ? { events: readSome('events', given['events'], CYCLE_EVENT_NAMES) } : {}),
  };
}

function readDigest(event: DigestEvent, given: Readonly<Record<string, unknown>>): DigestConditions {
  requireKeys(given, ['at']);
  const { earliest, latest, usual } = DIGEST_TIMES[event];
  const { at = usual } = given;
  if (typeof at !== 'string' || readTimeOfDay(at) === undefined || at < earliest || at > latest) {
    throw invalid('at', `must be HH:MM from ${earliest} to ${latest}`);
  }
  return { at };
}

function readScreen(given: Readonly<Record<string, unknown>>): ScreenConditions {
  requireKeys(given, ['screen', 'params', 'filters']);
  const { screen } = given;
  if (typeof screen !== 'string' || screen === '' || screen.length > 100) throw invalid('screen', 'must name a screen');
  return {
    screen,
    ...('params' in given ? { params: readObject('params', given['params']) } : {}),
    ...('filters' in given ? { filters: readObject('filters', given['filters']) } : {}),
  };
}

function readPrice(given: Readonly<Record<string, unknown>>): PriceConditions {
  requireKeys(given, ['code', 'op', 'items']);
  const [code] = readCodes([given['code']], 'code');
  const { items } = given;
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS) {
    throw invalid('items', `must be a list of 1 to ${String(MOST_ITEMS)} comparisons`);
  }
  return {
    code: code ?? '',
    op: readOne('op', given['op'] ?? 'and', ['and', 'or'] as const),
    items: items.map((item, at) => readItem(`items.${String(at)}`, item)),
  };
}

function readItem(field: string, given: unknown): PriceItem {
  const item = readObject(field, given);
  requireKeys(item, ['type', 'op', 'value'], `${field}.`);
  const type = readOne(`${field}.type`, item['type'], PRICE_MEASURES);
  const op = readOne(`${field}.op`, item['op'], PRICE_COMPARISONS);
  const { value } = item;
  if (op !== 'between') {
    if (!isNumber(value)) throw invalid(`${field}.value`, 'must be a number');
    return { type, op, value };
  }
  const [low, high, ...rest] = Array.isArray(value) ? (value as unknown[]) : [];
  if (!isNumber(low) || !isNumber(high) || rest.length > 0 || low > high) {
    throw invalid(`${field}.value`, 'must be two numbers, the lower one first');
  }
  return { type, op, value: [low, high] };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= LARGEST;
}

function readCodes(given: unknown, field = 'codes'): string[] {
  const isCode = (code: unknown): code is string => typeof code === 'string' && /^\d{6}$/.test(code);
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_CODES || !given.every(isCode)) {
    const what = field === 'code' ? 'a code of six digits' : `1 to ${String(MOST_CODES)} codes of six digits`;
    throw invalid(field, `must be ${what}`);
  }
  return [...new Set(given)];
}

function readOne<Value extends string>(field: string, given: unknown, allowed: readonly Value[]): Value {
  const found = allowed.find((value) => value === given);
  if (found === undefined) throw invalid(field, `must be one of ${allowed.join(', ')}`);
  return found;
}

function readSome<Value extends string>(field: string, given: unknown, allowed: readonly Value[]): Value[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > allowed.length) {
    throw invalid(field, `must be some of ${allowed.join(', ')}`);
  }
  return [...new Set(given.map((value) => readOne(field, value, allowed)))];
}

function readObject(field: string, given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid(field, 'must be an object');
  return given as Readonly<Record<string, unknown>>;
}

function requireKeys(given: Readonly<Record<string, unknown>>, allowed: readonly string[], prefix = ''): void {
  const unknown = Object.keys(given).find((key) => !allowed.includes(key));
  if (unknown !== undefined) throw invalid(`${prefix}${unknown}`, 'is no condition of this event');
}

function invalid(field: string, problem: string): AppError {
  const path = `conditions.${field}`;
  return AppError.invalid(`${path} ${problem}`, [{ field: path, message: problem }]);
}
