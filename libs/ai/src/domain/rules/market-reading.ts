import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { MarketChange } from '../question';
import { type BarFigures, measureBars } from './bar-figures';
import { type BarEvents, readEvents } from './event-reader';
import { type PhaseReading, readPhases } from './phase-reader';
import type { Timeframe } from './thresholds';

/** All that the rules say of a bar. */
export interface DayReading {
  readonly date: CalendarDay;
  readonly bar: BarFigures;
  readonly events: BarEvents;
  readonly phase: PhaseReading;
}

/**
 * Reads all bars in one pass. The reading of a bar depends on the bars up to it alone.
 * @param bars One stock's, days or weeks, oldest first, adjusted as of the last.
 */
export function readMarket(
  bars: readonly AdjustedBar[],
  frame: Timeframe,
  market?: readonly MarketChange[],
): DayReading[] {
  const figures = measureBars(bars, frame.events, market);
  const events = readEvents(figures, frame);
  const phases = readPhases(figures, events, frame);
  return figures.flatMap((bar, index) => {
    const [fired, phase] = [events[index], phases[index]];
    return fired === undefined || phase === undefined ? [] : [{ date: bar.bar.tradeDate, bar, events: fired, phase }];
  });
}
