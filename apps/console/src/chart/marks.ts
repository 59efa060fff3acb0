import type { Schemas } from '../api/client';
import type { Phase } from '../parts/phases';
import { type ChartLetter, type ChartRange, listLetters, listRanges } from './evidenced-ranges';

/** A stretch of days in one phase; `to` null: up to the last bar. */
export interface ChartPhase {
  readonly from: string;
  readonly to: string | null;
  readonly phase: Phase;
}

/**
 * An event of a record on the day it happened, of a record without evidence on its own day. A record by AI is drawn apart from
 * what a person wrote or confirmed.
 */
export interface ChartEvent {
  readonly day: string;
  readonly event: string;
  readonly origin: 'manual' | 'ai';
  /** The day it could be seen, and where it stands: forward-adjusted as of `asOf`. */
  readonly seen?: { readonly on: string; readonly price: number; readonly asOf: string };
}

/** Where a reading ends: yuan as of a day. */
export interface ChartInvalidation {
  readonly day: string;
  readonly price: number;
}

type Detail = Pick<Schemas['SessionDetailResponse'], 'dailyRows' | 'weeklyRows'>;

const DAY_MS = 86_400_000;

export interface RecordMarks {
  readonly phases: ChartPhase[];
  readonly events: ChartEvent[];
  readonly ranges: ChartRange[];
  readonly letters: ChartLetter[];
}

/** What a session's records put on a chart: phase bands from the weekly hints, the rest from both kinds of record. */
export function toMarks(detail: Detail): RecordMarks {
  const { dailyRows, weeklyRows } = detail;
  const events = [
    ...dailyRows.map(({ tradeDate, ...record }) => ({ day: tradeDate, ...record })),
    ...weeklyRows.map(({ weekEndDate, ...record }) => ({ day: weekEndDate, ...record })),
  ].flatMap(({ day, cycleEvents, origin, evidence }) =>
    cycleEvents.map((event) => chartEvent({ day, event, origin }, evidence)),
  );
  return {
    phases: listPhases(weeklyRows),
    events: onceEach(events).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    ranges: listRanges(detail),
    letters: listLetters(detail),
  };
}

/** Where the reading of a session's newest record ends, as of the close that it was carried to; null where it names no price. */
export function toInvalidation({
  latestTradeDate: day,
  invalidationPrice: price,
}: Pick<Schemas['SessionResponse'], 'latestTradeDate' | 'invalidationPrice'>): ChartInvalidation | null {
  return day === null || price === null ? null : { day, price };
}

function chartEvent(said: ChartEvent, evidence: Schemas['RecordEvidenceResponse'] | null): ChartEvent {
  const found = evidence?.events.find(({ event }) => event === said.event);
  if (evidence === null || found === undefined) return said;
  const { happenedOn, recognisedOn, price } = found;
  return { ...said, day: happenedOn, seen: { on: recognisedOn, price, asOf: evidence.asOf } };
}

/** The records of a day and of its week, and of days one after the other, speak of one event: the first is drawn. */
function onceEach(events: readonly ChartEvent[]): ChartEvent[] {
  const drawn = new Set<string>();
  return events.filter(({ day, event, seen }) => {
    const key = `${event} ${day}`;
    if (seen !== undefined && drawn.has(key)) return false;
    drawn.add(key);
    return true;
  });
}

/** Each week from its Monday; the newest phase goes on. A week without a hint, or without a record, is left blank. */
function listPhases(weeklyRows: Detail['weeklyRows']): ChartPhase[] {
  const weeks = [...weeklyRows].sort((a, b) => (a.weekEndDate < b.weekEndDate ? -1 : 1));
  const phases: { from: string; to: string | null; phase: Phase }[] = [];
  for (const { weekEndDate, primaryPhaseHint } of weeks) {
    if (primaryPhaseHint === null) continue;
    const monday = toMonday(weekEndDate);
    const last = phases.at(-1);
    if (last?.phase === primaryPhaseHint && last.to !== null && toMonday(dayAfter(last.to, 7)) === monday) {
      last.to = weekEndDate;
    } else {
      phases.push({ from: monday, to: weekEndDate, phase: primaryPhaseHint });
    }
  }
  const newest = phases.at(-1);
  if (newest !== undefined && newest.to === weeks.at(-1)?.weekEndDate) newest.to = null;
  return phases;
}

function toMonday(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(day, -weekday);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
