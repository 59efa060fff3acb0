export { AppError, messageOf } from './app-error';
export type { AppErrorOptions, ErrorDetails, ErrorKind, FieldError } from './app-error';
export {
  addDays,
  calendarDayFromEpochDay,
  calendarDayOf,
  epochDayOf,
  isoWeekday,
  MAX_DAY,
  MIN_DAY,
  mondayOf,
  parseCalendarDay,
  parseDayFrom,
  shanghaiDayAt,
} from './calendar-day';
export type { CalendarDay } from './calendar-day';
export { Clock, SystemClock } from './clock';
export { changePct } from './change-pct';
export { collectGarbage } from './collect-garbage';
export { freeSharedMemory } from './free-shared-memory';
export { findFirstFrom } from './find-first-from';
export { csvOf, csvTable } from './csv-table';
export type { CsvCell } from './csv-table';
export { groupBy } from './group-by';
export type { JsonScalar, JsonStable, JsonValue } from './json';
export { quantile, quantileOfSorted } from './quantile';
