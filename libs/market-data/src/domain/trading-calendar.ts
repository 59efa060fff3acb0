import { type CalendarDay, calendarDayFromEpochDay, epochDayOf, isoWeekday, MAX_DAY, MIN_DAY } from '#lib/kernel';
import { publishedClosures, PUBLISHED_FROM, PUBLISHED_THROUGH } from './published-closures';

const FIRST_DAY = epochDayOf(MIN_DAY);
const LAST_DAY = epochDayOf(MAX_DAY);

/** A day that an imported calendar decided. */
export interface ExchangeDay {
  day: CalendarDay;
  isOpen: boolean;
}

/**
 * The exchange's open days: weekdays less the known closures. Shanghai, Shenzhen and Beijing share them; weekends never
 * trade. Outside of {@link knownFrom} and {@link knownThrough} every weekday counts as open.
 */
export class TradingCalendar {
  private constructor(
    private readonly closedWeekdays: ReadonlySet<number>,
    /** The days between this and `knownThrough` are known, not guessed. */
    readonly knownFrom: CalendarDay,
    readonly knownThrough: CalendarDay,
  ) {}

  /** The calendar that the code carries. */
  static published(): TradingCalendar {
    return new TradingCalendar(new Set(publishedClosures().map(epochDayOf)), PUBLISHED_FROM, PUBLISHED_THROUGH);
  }

  /** This calendar with `days` decided as they say. The known span grows by days that join it without a gap. */
  with(days: readonly ExchangeDay[]): TradingCalendar {
    const closed = new Set(this.closedWeekdays);
    const decided = new Set<number>();
    for (const { day, isOpen } of days) {
      const number = epochDayOf(day);
      decided.add(number);
      if (isOpen) closed.delete(number);
      else closed.add(number);
    }
    return new TradingCalendar(closed, grow(this.knownFrom, -1, decided), grow(this.knownThrough, 1, decided));
  }

  isOpen(day: CalendarDay): boolean {
    return this.isOpenNumber(epochDayOf(day));
  }

  /** As `isOpen`, for a day given as whole days since 1970-01-01. */
  isOpenNumber(epochDay: number): boolean {
    return isWeekday(epochDay) && !this.closedWeekdays.has(epochDay);
  }

  /** Whether the calendar knows the day, rather than guessing by its weekday. */
  isKnown(day: CalendarDay): boolean {
    return day >= this.knownFrom && day <= this.knownThrough;
  }

  /** Open days from `from` to `to`, both inclusive, oldest first. */
  openDaysBetween(from: CalendarDay, to: CalendarDay): CalendarDay[] {
    const days: CalendarDay[] = [];
    const end = epochDayOf(to);
    for (let day = epochDayOf(from); day <= end; day += 1) {
      if (this.isOpenNumber(day)) days.push(calendarDayFromEpochDay(day));
    }
    return days;
  }

  /** How many days are open from `from` to `to`, both inclusive. */
  countOpenDays(from: CalendarDay, to: CalendarDay): number {
    let count = 0;
    const end = epochDayOf(to);
    for (let day = epochDayOf(from); day <= end; day += 1) {
      if (this.isOpenNumber(day)) count += 1;
    }
    return count;
  }

  /**
   * Numbers the open days from `from` to `through`, the first one being 1. A closed day has the number of the open day before it,
   * a day after `through` one more than the last.
   */
  numberOpenDays(from: CalendarDay, through: CalendarDay): (day: CalendarDay) => number {
    const first = epochDayOf(from);
    const numbers = new Int32Array(epochDayOf(through) - first + 1);
    let number = 0;
    for (let index = 0; index < numbers.length; index += 1) {
      if (this.isOpenNumber(first + index)) number += 1;
      numbers[index] = number;
    }
    return (day) => numbers[epochDayOf(day) - first] ?? number + 1;
  }

  /**
   * The `count` open days before `day`, which is not among them, oldest first. Fewer where the exchange's first day
   * comes in between.
   */
  openDaysBefore(day: CalendarDay, count: number): CalendarDay[] {
    const days: CalendarDay[] = [];
    for (let before = epochDayOf(day) - 1; days.length < count && before >= FIRST_DAY; before -= 1) {
      if (this.isOpenNumber(before)) days.push(calendarDayFromEpochDay(before));
    }
    return days.reverse();
  }

  /** The `n`-th open day before `day`: 1 is the last one before it. Never before the exchange's first day. */
  nthOpenDayBefore(day: CalendarDay, n: number): CalendarDay {
    return this.openDaysBefore(day, n)[0] ?? MIN_DAY;
  }

  /** The first open day after `day`; the last known day if there is none. */
  nextOpenDay(day: CalendarDay): CalendarDay {
    for (let next = epochDayOf(day) + 1; next <= LAST_DAY; next += 1) {
      if (this.isOpenNumber(next)) return calendarDayFromEpochDay(next);
    }
    return MAX_DAY;
  }

  /** The last open day at or before `day`. */
  latestOpenDay(day: CalendarDay): CalendarDay {
    return this.isOpen(day) ? day : this.nthOpenDayBefore(day, 1);
  }

  /** The last open day of the ISO week (Monday to Sunday) that `day` lies in; undefined where all of it is closed. */
  lastOpenDayOfIsoWeek(day: CalendarDay): CalendarDay | undefined {
    const monday = epochDayOf(day) + 1 - isoWeekday(day);
    for (let last = monday + 4; last >= monday; last -= 1) {
      if (last >= FIRST_DAY && last <= LAST_DAY && this.isOpenNumber(last)) return calendarDayFromEpochDay(last);
    }
    return undefined;
  }
}

/** Whether a day, as whole days since 1970-01-01 (a Thursday), is no Saturday or Sunday. */
function isWeekday(epochDay: number): boolean {
  return (((epochDay + 3) % 7) + 7) % 7 < 5;
}

/** The farthest decided day that hangs together with `edge`; weekends between are known anyway. */
function grow(edge: CalendarDay, step: 1 | -1, decided: ReadonlySet<number>): CalendarDay {
  let known = epochDayOf(edge);
  for (let next = known + step; decided.has(next) || !isWeekday(next); next += step) {
    if (decided.has(next)) known = next;
  }
  return calendarDayFromEpochDay(known);
}
