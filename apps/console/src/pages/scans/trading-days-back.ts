const DAY_MS = 86_400_000;
const OPEN_DAYS_OF_WEEK = 5;
const WEEK = 7;
const MAX_TRIES = 8;

/**
 * The day from which on there are `days` trading days up to `endDate`, found by asking: the browser has no trading calendar.
 * @param countFrom How many there are from a day on.
 */
export async function startDaysBefore(
  endDate: string,
  days: number,
  countFrom: (startDate: string) => Promise<number>,
): Promise<string> {
  let back = Math.ceil((days * WEEK) / OPEN_DAYS_OF_WEEK) - 1;
  for (let tries = 1; ; tries += 1) {
    const start = daysBefore(endDate, back);
    if (tries === MAX_TRIES) return start;
    const missing = days - (await countFrom(start));
    if (missing === 0) return start;
    // A missing trading day lies one day back at least: closed days are stepped over one after the other.
    back += missing;
  }
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);
}
