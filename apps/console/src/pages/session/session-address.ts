import { DEFAULT_OVERLAYS, OVERLAYS, type Overlay } from '../../chart/overlay-names';

export const TABS = ['records', 'ai', 'track', 'history'] as const;
export type Tab = (typeof TABS)[number];
export const PERIODS = ['day', 'week'] as const;
export const SPANS = ['6m', '1y', '3y', 'all'] as const;
export const ADJUSTS = ['qfq', 'none', 'hfq'] as const;
const SCREEN_ID = /^[a-z0-9_]{1,40}$/;
export type RecordKind = 'daily' | 'weekly';

/** The record whose form is open: of a day that has one or not yet, or `new` while the day is still to be chosen. */
export interface OpenRecord {
  readonly kind: RecordKind;
  readonly day: string;
}

const FIRST = {
  tab: 'records',
  period: 'day',
  span: '6m',
  adjust: 'qfq',
  overlays: DEFAULT_OVERLAYS.join('.'),
} as const;

export interface SessionAddress {
  readonly tab: Tab;
  readonly period: (typeof PERIODS)[number];
  readonly span: (typeof SPANS)[number];
  readonly adjust: (typeof ADJUSTS)[number];
  readonly overlays: readonly Overlay[];
  /** The screen whose hits are marked on the chart, by its id; null: none. */
  readonly screen: string | null;
  /** The AI fill that is followed, by its job. */
  readonly fill: number | null;
  readonly record: OpenRecord | null;
}

/**
 * Reads the page's query; what makes no sense there counts as left out.
 * @param remembered The overlays of this browser's user, for an address that names none.
 */
export function readAddress(query: URLSearchParams, remembered: readonly Overlay[] = DEFAULT_OVERLAYS): SessionAddress {
  const fill = Number(query.get('fill'));
  const overlays = query.get('overlays')?.split('.') ?? remembered;
  return {
    tab: findChoice(query.get('tab'), TABS),
    period: findChoice(query.get('period'), PERIODS),
    span: findChoice(query.get('span'), SPANS),
    adjust: findChoice(query.get('adjust'), ADJUSTS),
    overlays: OVERLAYS.filter((overlay) => (overlays as readonly string[]).includes(overlay)),
    screen: SCREEN_ID.exec(query.get('screen') ?? '')?.[0] ?? null,
    fill: Number.isSafeInteger(fill) && fill > 0 ? fill : null,
    record: readRecord(query.get('record')),
  };
}

/** The query with changes; what is as on the first visit is left out. */
export function withChanges(before: URLSearchParams, changes: Partial<SessionAddress>): URLSearchParams {
  const query = new URLSearchParams(before);
  const texts: Record<string, string | null> = {
    ...only(changes, ['tab', 'period', 'span', 'adjust']),
    ...(changes.overlays === undefined ? {} : { overlays: changes.overlays.join('.') }),
    ...(changes.screen === undefined ? {} : { screen: changes.screen }),
    ...(changes.fill === undefined ? {} : { fill: changes.fill === null ? null : String(changes.fill) }),
    ...(changes.record === undefined ? {} : { record: recordText(changes.record) }),
  };
  const first: Record<string, string> = FIRST;
  for (const [name, text] of Object.entries(texts)) {
    if (text === null || text === first[name]) query.delete(name);
    else query.set(name, text);
  }
  return query;
}

function only(
  changes: Partial<SessionAddress>,
  names: readonly ('tab' | 'period' | 'span' | 'adjust')[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = changes[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function recordText(record: OpenRecord | null): string | null {
  return record === null ? null : `${record.kind}.${record.day}`;
}

function readRecord(text: string | null): OpenRecord | null {
  const found = /^(daily|weekly)\.(new|\d{4}-\d{2}-\d{2})$/.exec(text ?? '');
  const [, kind, day] = found ?? [];
  return kind === undefined || day === undefined ? null : { kind: kind === 'daily' ? 'daily' : 'weekly', day };
}

function findChoice<Choice extends string>(text: string | null, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices.find((choice) => choice === text) ?? choices[0];
}
