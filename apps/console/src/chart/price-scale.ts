import { type Bar, findBarIndex } from './bar';

/**
 * By what a price that is forward-adjusted as of a day is multiplied to stand among a chart's bars: the chart's close of that
 * day over its close as traded.
 * @param days The chart's daily bars.
 * @param raw The same stock's, as traded; undefined while nobody has asked for them.
 * @returns undefined if the two give no scale.
 */
export function findScale(asOf: string, days: readonly Bar[], raw: readonly Bar[] | undefined): number | undefined {
  const shown = findClose(days, asOf);
  const traded = findClose(raw ?? [], asOf);
  return shown === undefined || traded === undefined || traded === 0 ? undefined : shown / traded;
}

/** Whether the chart's scale is the one as of that day, so that nothing has to be asked for. */
export function isOwnScale(asOf: string, adjust: 'qfq' | 'none' | 'hfq', days: readonly Bar[]): boolean {
  return adjust === 'none' || (adjust === 'qfq' && days.at(-1)?.tradeDate === asOf);
}

function findClose(bars: readonly Bar[], day: string): number | undefined {
  const index = findBarIndex(bars, day, 'day');
  return index === undefined ? undefined : bars[index]?.close;
}
