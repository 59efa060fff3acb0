import { addDays, type CalendarDay, isoWeekday } from '#lib/kernel';
import type { ExchangeDay } from '../domain/trading-calendar';
import { readAnyDay } from './any-day';
import { badSideFile, findColumn, parseSideTable, readSideText } from './side-file';

const OPTION = '--calendar';

/**
 * Reads open days: one a line, or a CSV with `trade_date`, `cal_date` or `date` and perhaps `is_open` (Tushare's
 * `trade_cal`). Every weekday from the file's first day to its last is decided: open where the file has it so, else closed.
 * @throws AppError `path_not_found`, `bad_side_file` (an open weekend day too: the exchanges never trade then)
 */
export async function readCalendarFile(path: string): Promise<ExchangeDay[]> {
  const text = await readSideText(OPTION, path);
  const bare = /^[0-9]/.test(text.replace(/^\uFEFF/, '').trimStart());
  const table = parseSideTable(OPTION, bare ? `trade_date\n${text.replace(/^\uFEFF/, '')}` : text);
  const dayColumn = findColumn(OPTION, table, ['trade_date', 'cal_date', 'date']);
  const open = new Set<CalendarDay>();
  const named: CalendarDay[] = [];
  for (const { line: tableLine, cells } of table.rows) {
    const line = bare ? tableLine - 1 : tableLine;
    const day = readAnyDay(cells[dayColumn] ?? '');
    if (day === undefined) throw badSideFile(OPTION, line, `${JSON.stringify(cells[dayColumn])} is not a date`);
    named.push(day);
    if ((cells['is_open'] ?? '1') === '0') continue;
    if (isoWeekday(day) > 5) throw badSideFile(OPTION, line, `${day} is a weekend day; the exchanges never trade then`);
    open.add(day);
  }
  return decideSpan(named, open);
}

function decideSpan(named: readonly CalendarDay[], open: ReadonlySet<CalendarDay>): ExchangeDay[] {
  const sorted = [...named].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) throw badSideFile(OPTION, null, 'it names no day');
  const days: ExchangeDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (isoWeekday(day) <= 5) days.push({ day, isOpen: open.has(day) });
  }
  return days;
}
