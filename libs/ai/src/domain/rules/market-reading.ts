import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { type BarFigures, measureBars } from './bar-figures';
import { type BarEvents, readEvents } from './event-reader';
import { type PhaseReading, readPhases } from './phase-reader';

/** All that the rules say of a stock's bars, one entry a bar. */
export interface DayReading {
  readonly date: CalendarDay;
  readonly bar: BarFigures;
  readonly events: BarEvents;
  readonly phase: PhaseReading;
}

/**
 * Reads all bars in one pass. The reading of a day depends on the bars up to it alone.
 * @param bars One stock's, oldest first, adjusted as of the last.
 */
export function readMarket(bars: readonly AdjustedBar[]): DayReading[] {
  const figures = measureBars(bars);
  const events = readEvents(figures);
  const phases = readPhases(figures, events);
  return figures.flatMap((bar, index) => {
    const [fired, phase] = [events[index], phases[index]];
    return fired === undefined || phase === undefined ? [] : [{ date: bar.bar.tradeDate, bar, events: fired, phase }];
  });
}
