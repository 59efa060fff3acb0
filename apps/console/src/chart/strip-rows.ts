import type { Scene } from './scene';

/** Below the candles: the names of phases, under them the letters of ranges, then the hits of a screen. */
export const PHASE_ROW_PX = 18;
export const LETTER_ROW_PX = 16;
export const HIT_ROW_PX = 16;

type Rows = Pick<Scene, 'phases' | 'letters' | 'hits'>;

export function phaseRowHeight({ phases }: Pick<Rows, 'phases'>): number {
  return phases.length > 0 ? PHASE_ROW_PX : 0;
}

/** Where the row of the hits begins. */
export function hitRowTop(rows: Pick<Rows, 'phases' | 'letters'>): number {
  return phaseRowHeight(rows) + (rows.letters.length > 0 ? LETTER_ROW_PX : 0);
}

export function stripHeight(rows: Rows): number {
  return hitRowTop(rows) + (rows.hits.length > 0 ? HIT_ROW_PX : 0);
}
