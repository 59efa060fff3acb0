import type { Schemas } from '../api/client';
import type { Phase } from '../parts/phases';

/** A stretch of days in one phase; `to` null: up to the last bar. */
export interface ChartPhase {
  readonly from: string;
  readonly to: string | null;
  readonly phase: Phase;
}

/** An event of a record on its day. A record by AI is drawn apart from what a person wrote or confirmed. */
export interface ChartEvent {
  readonly day: string;
  readonly event: string;
  readonly origin: 'manual' | 'ai';
}

type Detail = Pick<Schemas['SessionDetailReply'], 'dailyRows' | 'weeklyRows'>;

const DAY_MS = 86_400_000;

/** What a session's records put on a chart: phase bands from the weekly hints, events from both kinds of record. */
export function marksOf({ dailyRows, weeklyRows }: Detail): { phases: ChartPhase[]; events: ChartEvent[] } {
  const events = [
    ...dailyRows.map(({ tradeDate, ...record }) => ({ day: tradeDate, ...record })),
    ...weeklyRows.map(({ weekEndDate, ...record }) => ({ day: weekEndDate, ...record })),
  ].flatMap(({ day, cycleEvents, origin }) => cycleEvents.map((event) => ({ day, event, origin })));
  return { phases: phasesOf(weeklyRows), events: events.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) };
}

/** Each week from its Monday; the newest phase goes on. A week without a hint, or without a record, is left blank. */
function phasesOf(weeklyRows: Detail['weeklyRows']): ChartPhase[] {
  const weeks = [...weeklyRows].sort((a, b) => (a.weekEndDate < b.weekEndDate ? -1 : 1));
  const phases: { from: string; to: string | null; phase: Phase }[] = [];
  for (const { weekEndDate, primaryPhaseHint } of weeks) {
    if (primaryPhaseHint === null) continue;
    const monday = mondayOf(weekEndDate);
    const last = phases.at(-1);
    if (last?.phase === primaryPhaseHint && last.to !== null && mondayOf(dayAfter(last.to, 7)) === monday) {
      last.to = weekEndDate;
    } else {
      phases.push({ from: monday, to: weekEndDate, phase: primaryPhaseHint });
    }
  }
  const newest = phases.at(-1);
  if (newest !== undefined && newest.to === weeks.at(-1)?.weekEndDate) newest.to = null;
  return phases;
}

function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return dayAfter(day, -weekday);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
