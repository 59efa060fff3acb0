import { calendarDayOf, mondayOf } from '#lib/kernel';
import type { PeriodRow, WeeklyQuestion } from '../domain/question';
import { csvRow } from './csv-row';
import { inTenThousands, rounded } from './rounded-number';

const COLUMNS = 'type,week_end,last_day,o,h,l,c,vol,turn,chg,bars,partial,vol52,pos52,dd52';

/**
 * The periods that a model sees: months, then weeks, oldest first, rounded as the bars of a daily question are. `week_end` is
 * the day by which an answer names the week, also of the running one, whose `last_day` lies before it.
 */
export function weeklyCsv({ rows, weeks }: Pick<WeeklyQuestion, 'rows' | 'weeks'>): string {
  const ends = new Map(weeks.map((end) => [mondayOf(end), end]));
  const weekEnd = (row: PeriodRow): string => {
    if (row.period_type === 'month') return '';
    return ends.get(mondayOf(calendarDayOf(row.period_end))) ?? row.period_end;
  };
  return [COLUMNS, ...rows.map((row) => line(row, weekEnd(row)))].join('\n');
}

function line(row: PeriodRow, weekEnd: string): string {
  return csvRow([
    row.period_type,
    weekEnd,
    row.period_end,
    ...[row.open, row.high, row.low, row.close].map((price) => rounded(price, 2)),
    inTenThousands(row.volume),
    rounded(row.turnover_pct, 1),
    rounded(row.change_pct, 1),
    row.bars,
    row.is_partial ? '1' : '',
    rounded(row.vol_ratio_52w, 2),
    rounded(row.pos_52w, 2),
    rounded(row.drawdown_52w_pct, 1),
  ]);
}
