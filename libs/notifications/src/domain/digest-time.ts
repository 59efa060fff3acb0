import { type CalendarDay, epochDayOf, shanghaiDayAt } from '#lib/kernel';
import type { DigestConditions } from './conditions';
import { DIGEST_TIMES, DIGEST_EVENTS, type DigestEvent } from './digest-events';
import type { Rule } from './pending-event';
import { msSinceMidnight, readTimeOfDay } from './time-of-day';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export type DigestRule = Rule & { readonly event: DigestEvent };

export function isDigestRule(rule: Rule): rule is DigestRule {
  return DIGEST_EVENTS.some((event) => event === rule.event);
}

/** Whether the rule's time has come today, and is not over. @param now By the business clock. */
export function isDigestTime({ event, conditions }: DigestRule, now: Date): boolean {
  const { until } = DIGEST_TIMES[event];
  const ms = msSinceMidnight(now);
  return ms >= msOf((conditions as DigestConditions).at) && (until === undefined || ms < msOf(until));
}

/**
 * How far back a digest reads that has none before it: to the time of the evening digest on the open day before.
 * @returns ms before `now`.
 */
export function firstSpanMs({ event, conditions }: DigestRule, now: Date, openDayBefore: CalendarDay): number {
  const { at } = conditions as DigestConditions;
  const from = event === 'digest.evening' ? at : DIGEST_TIMES['digest.evening'].earliest;
  const days = epochDayOf(shanghaiDayAt(now)) - epochDayOf(openDayBefore);
  return days * DAY_MS + msSinceMidnight(now) - msOf(from);
}

function msOf(time: string): number {
  return (readTimeOfDay(time) ?? 0) * MINUTE_MS;
}
