import type { Schemas } from '../../api/client';

export type Study = Schemas['StudyResponse'];
export type StudyHorizon = Schemas['StudyHorizonResponse'];

/** A mean excess with its interval of 95 %, in percent. */
export type ExcessFigures = Pick<
  StudyHorizon,
  'meanExcessPct' | 'meanExcessLowPct' | 'meanExcessHighPct' | 'insufficient'
>;

export type Direction = 'up' | 'down';

/** Which way a mean excess differs from chance: its interval leaves zero out. Too few cases never do. */
export function directionOf({
  meanExcessLowPct: low,
  meanExcessHighPct: high,
  insufficient,
}: ExcessFigures): Direction | undefined {
  if (insufficient || low === null || high === null) return undefined;
  return low > 0 ? 'up' : high < 0 ? 'down' : undefined;
}

/** Share of random lists that may do as well where something is said to differ from chance. */
const LUCK = 0.05;

/** How the mean excess of a study relates to luck. */
export type Conclusion =
  | { readonly kind: 'tooFew' | 'noDifference' | 'better' | 'worse' }
  /** The interval leaves zero out, and so do random lists: the mean of skewed returns lies over their median. */
  | { readonly kind: 'luckAsWell' | 'luckAsBadly'; readonly share: number };

/** What may be concluded from the cases of a horizon: a difference from chance only where random lists show none like it. */
export function conclude(horizon: ExcessFigures & Pick<StudyHorizon, 'randomListP'>): Conclusion {
  if (horizon.insufficient) return { kind: 'tooFew' };
  const direction = directionOf(horizon);
  if (direction === undefined) return { kind: 'noDifference' };
  const better = horizon.randomListP;
  if (direction === 'up') {
    return better !== null && better > LUCK ? { kind: 'luckAsWell', share: better } : { kind: 'better' };
  }
  return better !== null && 1 - better > LUCK ? { kind: 'luckAsBadly', share: 1 - better } : { kind: 'worse' };
}

/** The horizon that one line on a study speaks of. */
export function findMainHorizon({ horizons, groupHorizon }: Study): StudyHorizon | undefined {
  return horizons.find(({ horizon }) => horizon === groupHorizon);
}

type Half = Study['halves'][number];

/** Both halves of the span where the one was better than the market and the other worse. */
export function findOpposedHalves(
  halves: readonly Half[],
): { readonly first: number; readonly second: number } | undefined {
  const meanOf = (half: Half['half']) => halves.find((each) => each.half === half)?.meanExcessPct ?? 0;
  const [first, second] = [meanOf('first'), meanOf('second')];
  return first * second < 0 ? { first, second } : undefined;
}

/** The day so many years before another, `YYYY-MM-DD`; of 29 February the 28th. */
export function yearsBefore(day: string, years: number): string {
  const before = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace(/29$/, '28') : before;
}
