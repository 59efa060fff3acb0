import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { MarketChange } from '../question';
import { type BarMetrics, measureBars } from './bar-metrics';
import { type BarEvents, readEvents } from './event-reader';
import { type PhaseState, readPhases } from './phase-reader';
import type { Timeframe } from './thresholds';

/** All results of the rules for a bar. */
export interface BarAnalysis {
  readonly date: CalendarDay;
  readonly bar: BarMetrics;
  readonly events: BarEvents;
  readonly phase: PhaseState;
}

/**
 * Analyses all bars in one pass. The analysis of a bar depends on the bars up to it alone.
 * @param bars One stock's, days or weeks, oldest first, adjusted as of the last.
 */
export function analyseBars(
  bars: readonly AdjustedBar[],
  frame: Timeframe,
  market?: readonly MarketChange[],
): BarAnalysis[] {
  const metrics = measureBars(bars, frame.events, market);
  const events = readEvents(metrics, frame);
  const phases = readPhases(metrics, events, frame);
  return metrics.flatMap((bar, index) => {
    const [fired, phase] = [events[index], phases[index]];
    return fired === undefined || phase === undefined ? [] : [{ date: bar.bar.tradeDate, bar, events: fired, phase }];
  });
}
