const FORM = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 24 * 60 * 60_000;
/** Asia/Shanghai has had no other offset since 1991. */
const SHANGHAI_MS = 8 * 3_600_000;

/** @returns minutes since midnight of `HH:MM`; undefined for a text of another form. */
export function readTimeOfDay(text: string): number | undefined {
  const [, hour, minute] = FORM.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

/** @returns ms since midnight in Asia/Shanghai. */
export function msSinceMidnight(now: Date): number {
  return (now.getTime() + SHANGHAI_MS) % DAY_MS;
}
