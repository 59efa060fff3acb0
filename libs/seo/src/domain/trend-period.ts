const HOURS_OF: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 168, month: 720, year: 8760 };
const LABEL = /^past_([0-9]{1,4})_(hour|day|week|month|year)s?$/;

/** The window in hours of a label such as `past_4_hours`; null if it names none. */
export function parsePeriodHours(label: string): number | null {
  const [, count, unit] = LABEL.exec(label.trim().toLowerCase()) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * (HOURS_OF[unit] ?? 0);
}

/** The label of a window that a file gives in hours: 1 is `past_1_hour`, 24 is `past_1_day`. */
export function formatPeriod(hours: number): string {
  const [count, unit] = hours % 24 === 0 && hours > 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `past_${count}_${unit}${count === 1 ? '' : 's'}`;
}
