import type { CalendarDay } from '#lib/kernel';
import type { Overlap } from './follow-hits';
import type { StudyCosts } from './study-request';

interface Assumed {
  readonly fromDate: CalendarDay;
  readonly toDate: CalendarDay;
  readonly overlap: Overlap;
  readonly costs: StudyCosts;
}

/** What every figure of a study assumes. */
export function describeAssumptions({ fromDate, toDate, overlap, costs }: Assumed): string[] {
  const { commission_bp: commission, min_commission: least, stamp, slippage_bp: slippage, notional } = costs;
  const duty = stamp === 'by_date' ? 'as the law had it on the day' : `${String(stamp)} bp`;
  return [
    `signals from ${fromDate} to ${toDate}, each with what was known in the evening of its day`,
    'bought at the open of the first day on which it was not at the upper limit, of five open days at most',
    'sold at the close of the horizon’s last day, or the first later close that was not locked at the lower limit',
    'a stock that leaves the exchange is sold at its last close',
    overlap === 'first'
      ? 'no case of a stock while another one of it is held until the longest horizon'
      : 'every hit is a case, however many of one stock are held at a time',
    'excess is the gross return less the median return of all stocks that passed the filters (not the bounds of the market cap) the evening before and traded on the entry day',
    'matched controls: up to 20 stocks that were no hit, in the same fifths of market cap, and of gain and volatility over 60 bars',
    `costs: commission ${String(commission)} bp a side, at least ${String(least)} yuan of ${String(notional)}; stamp duty of sales ${duty}; transfer fee by date; slippage ${String(slippage)} bp a side`,
    'prices are adjusted for dividends, bonus shares and rights by one factor series',
    'intervals hold 95 %: the wider of day clusters with overlap and a stationary bootstrap of 2,000 resamples',
  ];
}
