import type { Phase } from '../parts/phases';
import type { Formats } from '../words/formats';
import type { Translated } from '../words/words';
import { changeOf, type Period } from './bar';
import type { StockBars } from './chart-bars';
import type { chartWords } from './chart-words';
import type { KLineMarks } from './k-line';

/** What the chart shows, in a few words: its accessible name. Starts with whose bars they are. */
export function chartTitle(
  { code, stockName }: Pick<StockBars, 'code' | 'stockName'>,
  period: Period,
  say: Translated<(typeof chartWords)['zh']>,
): string {
  return [code, stockName, period === 'day' ? say.dayCandles : say.weekCandles].filter(Boolean).join(' ');
}

export function chartSummary(
  data: StockBars,
  period: Period,
  { entry, ground, events, ranges, letters, phases, phaseNames }: KLineMarks,
  say: Translated<(typeof chartWords)['zh']>,
  formats: Formats,
): string {
  const { bars } = data;
  const first = bars.at(0);
  const last = bars.at(-1);
  const title = chartTitle(data, period, say);
  if (first === undefined || last === undefined) return `${title}${say.listJoin}${say.nothing}`;
  const dayOf = (index: number | undefined): string => (index === undefined ? '' : (bars[index]?.tradeDate ?? ''));
  const phase: Phase | undefined = phases.at(-1)?.phase;
  const letter = letters.at(-1)?.to === bars.length - 1 ? letters.at(-1)?.letter : undefined;
  let lowest = first.low;
  let highest = first.high;
  for (const { low, high } of bars) {
    lowest = Math.min(lowest, low);
    highest = Math.max(highest, high);
  }
  return [
    title,
    say.summary(bars.length, first.tradeDate, last.tradeDate),
    say.summaryClose(formats.price(last.close), formats.change(changeOf(bars, bars.length - 1))),
    say.summaryRange(formats.price(lowest), formats.price(highest)),
    ...(entry === null ? [] : [say.summaryEntry(dayOf(entry.index), formats.price(entry.price))]),
    ...(phase === undefined ? [] : [say.summaryPhase(phaseNames[phase])]),
    ...ranges
      .filter(({ lasts }) => lasts)
      .map(
        ({ support, resistance }) => `${say.range} ${say.rangeIs(formats.price(support), formats.price(resistance))}`,
      ),
    ...(letter === undefined ? [] : [say.summaryLetter(letter)]),
    ...(events.length === 0 ? [] : [say.summaryEvents(events.length)]),
    ...(ground === null ? [] : [say.summaryGround(dayOf(ground.index))]),
  ].join(say.listJoin);
}
