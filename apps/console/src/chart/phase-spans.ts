import { type Bar, firstFrom } from './bar';
import type { ChartPhase } from './marks';
import type { Phase } from '../parts/phases';

/** Bars `from` to `to`, both of them within. */
export interface PhaseSpan {
  readonly from: number;
  readonly to: number;
  readonly phase: Phase;
}

/** The bars that each stretch of days covers; a week belongs to the phase that its last day lies in. */
export function phaseSpans(bars: readonly Bar[], phases: readonly ChartPhase[]): PhaseSpan[] {
  return phases.flatMap(({ from, to, phase }) => {
    const first = firstFrom(bars, from);
    const last = to === null ? bars.length - 1 : lastUpTo(bars, to);
    return first <= last ? [{ from: first, to: last, phase }] : [];
  });
}

function lastUpTo(bars: readonly Bar[], day: string): number {
  const next = firstFrom(bars, day);
  return bars[next]?.tradeDate === day ? next : next - 1;
}
