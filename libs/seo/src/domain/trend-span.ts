const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The spans that the page of Google Trends offers, by the step between its points and the time from the first to the last. */
const SPANS: readonly { span: string; step: [number, number]; length: [number, number] }[] = [
  { span: 'past_1_hour', step: [MINUTE, MINUTE], length: [50 * MINUTE, 65 * MINUTE] },
  { span: 'past_4_hours', step: [MINUTE, MINUTE], length: [220 * MINUTE, 250 * MINUTE] },
  { span: 'past_1_day', step: [4 * MINUTE, 20 * MINUTE], length: [22 * HOUR, 26 * HOUR] },
  { span: 'past_7_days', step: [HOUR, HOUR], length: [6 * DAY, 8 * DAY] },
  { span: 'past_30_days', step: [DAY, DAY], length: [27 * DAY, 32 * DAY] },
  { span: 'past_90_days', step: [DAY, DAY], length: [84 * DAY, 95 * DAY] },
  { span: 'past_12_months', step: [7 * DAY, 7 * DAY], length: [350 * DAY, 375 * DAY] },
  { span: 'past_5_years', step: [7 * DAY, 7 * DAY], length: [1790 * DAY, 1850 * DAY] },
];
const ALL_SINCE = Date.UTC(2004, 0, 1);

/**
 * The span of a chart by the times of its points: index values are relative to the highest of their own chart, so that
 * charts of two spans are two series. `custom` if the page offers no such span.
 * @param times ISO instants in the order of the file.
 */
export function detectChartSpan(times: readonly string[]): string {
  const [first, second, last] = [times[0], times[1], times.at(-1)].map((time) => Date.parse(time ?? ''));
  if (first === undefined || second === undefined || last === undefined || times.length < 3) return 'custom';
  const step = second - first;
  if (first === ALL_SINCE && step >= 28 * DAY && step <= 31 * DAY) return 'since_2004';
  const length = last - first;
  const within = (value: number, [from, to]: [number, number]): boolean => value >= from && value <= to;
  return SPANS.find((one) => within(step, one.step) && within(length, one.length))?.span ?? 'custom';
}
