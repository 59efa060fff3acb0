import type { Scene } from './scene';

/** Below the candles: the names of phases, and under them the letters of ranges. */
export const PHASE_ROW_PX = 18;
export const LETTER_ROW_PX = 16;

type Rows = Pick<Scene, 'phases' | 'letters'>;

export function phaseRowHeight({ phases }: Rows): number {
  return phases.length > 0 ? PHASE_ROW_PX : 0;
}

export function stripHeight(rows: Rows): number {
  return phaseRowHeight(rows) + (rows.letters.length > 0 ? LETTER_ROW_PX : 0);
}
