import type { CycleEvent } from '#lib/tracking';

/** The direction of the price by a judgement: above the market's middle, below it, or still. */
export const DIRECTIONS = ['up', 'down', 'flat'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** `screen`: a hit of the one-year low-volume scan, counted as a judgement that the price will rise. */
export const JUDGEMENT_KINDS = ['outlook', 'phase', 'event', 'screen'] as const;
export type JudgementKind = (typeof JUDGEMENT_KINDS)[number];

/** What a judgement is about: a day, a week, or a scan of that day. */
export const JUDGEMENT_PERIODS = ['day', 'week', 'scan'] as const;

const OUTLOOKS = new Map<string, Direction>([
  ['上涨', 'up'],
  ['下跌', 'down'],
  ['震荡', 'flat'],
]);
const PHASES = new Map<string, Direction>([
  ['accumulation', 'up'],
  ['markup', 'up'],
  ['distribution', 'down'],
  ['markdown', 'down'],
]);
/** By the side that an event speaks of; those of either side have no direction. */
const EVENTS = new Map<string, Direction>([
  ...(['PS', 'SC', 'AR', 'SPRING', 'TSO', 'SOS', 'LPS', 'JAC', 'BU'] satisfies CycleEvent[]).map(
    (event) => [event, 'up'] as const,
  ),
  ...(['PSY', 'BC', 'ARE', 'UTAD', 'SOW', 'LPSY', 'FTI'] satisfies CycleEvent[]).map(
    (event) => [event, 'down'] as const,
  ),
]);

/** The direction that a judgement is scored by; undefined if it has none (`transition`, events of either side). */
export function getDirection(kind: JudgementKind, value: string): Direction | undefined {
  switch (kind) {
    case 'outlook':
      return OUTLOOKS.get(value);
    case 'phase':
      return PHASES.get(value);
    case 'event':
      return EVENTS.get(value);
    case 'screen':
      return 'up';
  }
}

/** What a judgement is worth in the direction of the price: its sign. A value of null: every value of the kind. */
export interface DirectedValue {
  kind: JudgementKind;
  value: string | null;
  sign: 1 | 0 | -1;
}

const SIGNS = { up: 1, down: -1, flat: 0 } as const satisfies Record<Direction, number>;

/** All values that {@link getDirection} knows, with the sign of their excess: 0 for those of a price that stands still. */
export const DIRECTED_VALUES: readonly DirectedValue[] = [
  ...listSigns('outlook', OUTLOOKS),
  ...listSigns('phase', PHASES),
  ...listSigns('event', EVENTS),
  { kind: 'screen', value: null, sign: SIGNS.up },
];

function listSigns(kind: JudgementKind, directions: ReadonlyMap<string, Direction>): DirectedValue[] {
  return [...directions].map(([value, direction]) => ({ kind, value, sign: SIGNS[direction] }));
}
