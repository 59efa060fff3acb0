import type { Bar } from './bar';
import type { ChartLetter, RangeLetter } from './evidenced-ranges';

/** Bars `from` to `to`, both of them within. */
export interface LetterSpan {
  readonly from: number;
  readonly to: number;
  readonly letter: RangeLetter;
}

/**
 * The bars of each letter: what a day's record says counts before what its week's says, and the newest goes on. Bars without a
 * record are left blank.
 */
export function letterSpans(bars: readonly Bar[], letters: readonly ChartLetter[]): LetterSpan[] {
  const newest = letters.at(-1);
  const spans: { from: number; to: number; letter: RangeLetter }[] = [];
  const earliest = letters.reduce((least, { from }) => (from < least ? from : least), newest?.from ?? '');
  for (const [index, bar] of bars.entries()) {
    if (bar.tradeDate < earliest) continue;
    const said = newest !== undefined && bar.firstDate > newest.to ? newest : findLetter(bar, letters);
    if (said === undefined || said.letter === null) continue;
    const before = spans.at(-1);
    if (before?.letter === said.letter && before.to === index - 1) before.to = index;
    else spans.push({ from: index, to: index, letter: said.letter });
  }
  return spans;
}

/** The shortest stretch that covers the bar's last day, or else a part of it; the newest of equals. */
function findLetter({ firstDate, tradeDate }: Bar, letters: readonly ChartLetter[]): ChartLetter | undefined {
  const within = letters.filter(({ from, to }) => from <= tradeDate && to >= firstDate);
  return within.findLast(({ from, to }) => from === to) ?? within.at(-1);
}
