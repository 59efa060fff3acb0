import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { DailyQuestion } from '../domain/question';

/** Bars of context before the first day to judge. */
const CONTEXT_BARS = 60;

const COLUMNS = 'trade_date,open,high,low,close,volume,amount,turnover_pct,change_pct,price_limit,judge';

/**
 * The bars that a model sees, oldest first: 60 before the first day to judge, then the days; prices forward-adjusted as of the
 * last bar, volume in shares of today, amount in yuan. `judge` is 1 on the days to judge.
 */
export function dailyCsv({ days, bars }: Pick<DailyQuestion, 'days' | 'bars'>): string {
  const judged = new Set<CalendarDay>(days);
  const first = bars.findIndex(({ tradeDate }) => judged.has(tradeDate));
  const start = Math.max(0, (first < 0 ? bars.length : first) - CONTEXT_BARS);
  const rows = bars.slice(start).map((bar, index) => row(bar, bars[start + index - 1], judged.has(bar.tradeDate)));
  return [COLUMNS, ...rows].join('\n');
}

function row(bar: AdjustedBar, before: AdjustedBar | undefined, judged: boolean): string {
  return [
    bar.tradeDate,
    rounded(bar.adjOpen, 3),
    rounded(bar.adjHigh, 3),
    rounded(bar.adjLow, 3),
    rounded(bar.adjClose, 3),
    rounded(bar.adjVolume, 0),
    rounded(bar.amount, 0),
    rounded(bar.turnoverPct, 3),
    rounded(before === undefined ? null : (bar.adjClose / before.adjClose - 1) * 100, 2),
    bar.upLimit !== null && bar.close >= bar.upLimit
      ? 'up'
      : bar.downLimit !== null && bar.close <= bar.downLimit
        ? 'down'
        : '',
    judged ? '1' : '',
  ].join(',');
}

/** Plain decimals, never an exponent: the block must hold figures alone. */
function rounded(value: number | null, decimals: number): string {
  return value === null || !Number.isFinite(value) ? '' : String(Number(value.toFixed(decimals)));
}
