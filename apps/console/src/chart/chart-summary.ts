import type { Phase } from '../parts/phases';
import type { Formats } from '../i18n/formats';
import type { Translated } from '../i18n/messages';
import { getChange, type Period } from './bar';
import type { StockBars } from './chart-bars';
import type { chartMessages } from './chart-messages';
import type { KLineMarks } from './k-line';
import type { Pane } from './panes/pane-names';
import { findPaneValues, PANE_DECIMALS } from './panes/pane-values';

/** What the chart shows, in a few words: its accessible name. Starts with whose bars they are. */
export function chartTitle(
  { code, stockName }: Pick<StockBars, 'code' | 'stockName'>,
  period: Period,
  t: Translated<(typeof chartMessages)['zh']>,
): string {
  return [code, stockName, period === 'day' ? t.dayCandles : t.weekCandles].filter(Boolean).join(' ');
}

export function chartSummary(
  data: StockBars,
  period: Period,
  { cost, invalidation, entry, ground, events, ranges, letters, hits, phases, phaseNames }: KLineMarks,
  t: Translated<(typeof chartMessages)['zh']>,
  formats: Formats,
  { drawings = 0, panes = [] }: { drawings?: number; panes?: readonly Pane[] } = {},
): string {
  const { bars } = data;
  const first = bars.at(0);
  const last = bars.at(-1);
  const title = chartTitle(data, period, t);
  if (first === undefined || last === undefined) return `${title}${t.listJoin}${t.nothing}`;
  const getDay = (index: number | undefined): string => (index === undefined ? '' : (bars[index]?.tradeDate ?? ''));
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
    t.summary(bars.length, first.tradeDate, last.tradeDate),
    t.summaryClose(formats.price(last.close), formats.change(getChange(bars, bars.length - 1))),
    t.summaryRange(formats.price(lowest), formats.price(highest)),
    ...(entry === null ? [] : [t.summaryEntry(getDay(entry.index), formats.price(entry.price))]),
    ...(cost === null ? [] : [cost.text]),
    ...(invalidation === null ? [] : [invalidation.text]),
    ...(phase === undefined ? [] : [t.summaryPhase(phaseNames[phase])]),
    ...ranges
      .filter(({ lasts }) => lasts)
      .map(({ support, resistance }) => `${t.range} ${t.rangeIs(formats.price(support), formats.price(resistance))}`),
    ...(letter === undefined ? [] : [t.summaryLetter(letter)]),
    ...(events.length === 0 ? [] : [t.summaryEvents(events.length)]),
    ...(hits.length === 0 ? [] : [t.summaryHits(hits.length)]),
    ...(ground === null ? [] : [t.summaryGround(getDay(ground.index))]),
    ...panes.map((pane) =>
      findPaneValues(
        pane,
        bars,
      )(bars.length - 1)
        .map(({ name, value }) => `${name} ${formats.decimal(value, PANE_DECIMALS[pane])}`)
        .join(' '),
    ),
    ...(drawings === 0 ? [] : [t.summaryDrawings(drawings)]),
  ].join(t.listJoin);
}
