import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { DAILY_WINDOW } from '#lib/tracking';
import type { DailyQuestion } from '../domain/question';
import { csvRow } from './csv-row';
import { inTenThousands, rounded } from './rounded-number';

/** Bars of context before the window, as the window is: of days with a bar. */
const CONTEXT_BARS = 60;

const BEFORE = 'h,l,c,vol,limit';
const WINDOW = 'date,o,h,l,c,vol,turn,chg,limit';

/**
 * The bars that a model sees, oldest first, in two tables: 60 before the window, and the window of the last ten days with a bar
 * (from the first requested day if that is earlier). Prices are forward-adjusted as of the last bar and rounded to a fen, in
 * which they are given: whole numbers take a third fewer tokens than yuan. Volume is rounded to three digits, in ten thousand
 * shares of today; turnover and change to a tenth of a percent. What a judgement of the window does not need of the bars before
 * (date, open, turnover) is left out, and rows end if nothing follows: so the prompt takes half the tokens of daily-1.
 */
export function dailyCsv({ days, bars }: Pick<DailyQuestion, 'days' | 'bars'>): string {
  const requested = new Set<CalendarDay>(days);
  const first = bars.findIndex(({ tradeDate }) => requested.has(tradeDate));
  const last = Math.max(0, bars.length - DAILY_WINDOW);
  const window = first < 0 ? last : Math.min(first, last);
  const before = bars.slice(Math.max(0, window - CONTEXT_BARS), window).map(contextRow);
  const rows = bars.slice(window).map((bar, index) => windowRow(bar, bars[window + index - 1]));
  return [...(before.length === 0 ? [] : [BEFORE, ...before]), WINDOW, ...rows].join('\n');
}

function contextRow(bar: AdjustedBar): string {
  const { adjHigh, adjLow, adjClose, adjVolume } = bar;
  return csvRow([...[adjHigh, adjLow, adjClose].map(inFen), inTenThousands(adjVolume), toLimit(bar)]);
}

function windowRow(bar: AdjustedBar, before: AdjustedBar | undefined): string {
  const { tradeDate, adjOpen, adjHigh, adjLow, adjClose, adjVolume, turnoverPct } = bar;
  return csvRow([
    tradeDate,
    ...[adjOpen, adjHigh, adjLow, adjClose].map(inFen),
    inTenThousands(adjVolume),
    rounded(turnoverPct, 1),
    rounded(before === undefined ? null : (adjClose / before.adjClose - 1) * 100, 1),
    toLimit(bar),
  ]);
}

function inFen(price: number): string {
  return rounded(price * 100, 0);
}

function toLimit({ close, upLimit, downLimit }: AdjustedBar): string {
  if (upLimit !== null && close >= upLimit) return 'up';
  return downLimit !== null && close <= downLimit ? 'down' : '';
}
