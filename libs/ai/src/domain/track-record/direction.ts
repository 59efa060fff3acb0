import { CYCLE_EVENTS } from '#lib/tracking';

/** What a judgement says of the price: above the market's middle, below it, or still. */
export type Direction = 'up' | 'down' | 'flat';

/** `screen`: a hit of the one-year low-volume scan, counted as a judgement that the price will rise. */
export const JUDGEMENT_KINDS = ['outlook', 'phase', 'event', 'screen'] as const;
export type JudgementKind = (typeof JUDGEMENT_KINDS)[number];

const OUTLOOKS: Readonly<Record<string, Direction>> = { 上涨: 'up', 下跌: 'down', 震荡: 'flat' };
const PHASES: Readonly<Record<string, Direction>> = {
  accumulation: 'up',
  markup: 'up',
  distribution: 'down',
  markdown: 'down',
};
const SIDES: Readonly<Record<string, Direction>> = { accumulation: 'up', distribution: 'down' };

/** The direction that a judgement is scored by; undefined where it has none (`transition`, events of either side). */
export function directionOf(kind: JudgementKind, value: string): Direction | undefined {
  switch (kind) {
    case 'outlook':
      return OUTLOOKS[value];
    case 'phase':
      return PHASES[value];
    case 'event':
      return SIDES[CYCLE_EVENTS.find(({ abbr }) => abbr === value)?.side ?? ''];
    case 'screen':
      return 'up';
  }
}
