import type { CalendarDay } from '#lib/kernel';
import { PHASE_NAMES } from '../../domain/phase-names';
import type { PrimaryPhase } from '../../domain/vocabulary';
import { type CalendarProperty, escapeText, writeComponent } from './icalendar';

/** An open session with a review date. */
export interface PlannedReview {
  readonly sessionId: number;
  readonly code: string;
  readonly stockName: string | null;
  readonly reviewOn: CalendarDay;
  readonly entryDate: CalendarDay;
  readonly phase: PrimaryPhase | null;
  readonly priority: number;
  readonly updatedAt: Date;
  readonly version: number;
}

const NAME = 'Stock Cycle 复盘';
/** How often a client should look. */
const LOOK_EVERY = 'PT1H';

/**
 * The reviews as an iCalendar file: an all-day event each. The same reviews make the same bytes.
 * @param baseUrl Of the console, without a slash at its end; undefined: events have no link.
 */
export function writeReviewCalendar(reviews: readonly PlannedReview[], baseUrl: string | undefined): string {
  const head: CalendarProperty[] = [
    ['VERSION', '2.0'],
    ['PRODID', '-//Stock Cycle//Reviews//ZH'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', escapeText(NAME)],
    ['X-WR-CALNAME', escapeText(NAME)],
    ['REFRESH-INTERVAL;VALUE=DURATION', LOOK_EVERY],
    ['X-PUBLISHED-TTL', LOOK_EVERY],
  ];
  return writeComponent('VCALENDAR', head, reviews.map((review) => writeReview(review, baseUrl)).join(''));
}

function writeReview(review: PlannedReview, baseUrl: string | undefined): string {
  const { sessionId, code, stockName, reviewOn, phase, priority, entryDate, updatedAt, version } = review;
  const link = baseUrl === undefined ? undefined : `${baseUrl}/sessions/${String(sessionId)}`;
  const description = [
    `阶段：${phase === null ? '无' : PHASE_NAMES[phase]}`,
    `优先级：${String(priority)}`,
    `入场日：${entryDate}`,
    ...(link === undefined ? [] : [link]),
  ].join('\n');
  const changedAt = toUtc(updatedAt);
  return writeComponent('VEVENT', [
    ['UID', `session-${String(sessionId)}-review@stock-cycle`],
    ['DTSTAMP', changedAt],
    ['LAST-MODIFIED', changedAt],
    ['SEQUENCE', String(version)],
    ['DTSTART;VALUE=DATE', reviewOn.replaceAll('-', '')],
    ['SUMMARY', escapeText(`复盘 ${stockName === null ? code : `${code} ${stockName}`}`)],
    ['DESCRIPTION', escapeText(description)],
    ...(link === undefined ? [] : [['URL', link] as const]),
    ['TRANSP', 'TRANSPARENT'],
  ]);
}

/** `20260304T080000Z`. */
function toUtc(instant: Date): string {
  return `${instant.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;
}
