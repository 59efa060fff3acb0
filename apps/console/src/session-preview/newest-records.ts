import type { Schemas } from '../api/client';
import type { Phase } from '../parts/phases';

/** A record of either kind, as far as a preview shows it. */
export interface NewestRecord {
  readonly key: string;
  readonly kind: 'day' | 'week';
  readonly day: string;
  readonly phase: Phase | null;
  readonly events: readonly string[];
  readonly note: string | null;
  readonly origin: 'manual' | 'ai';
}

/** The newest records of both kinds together, newest first; of one day the week's stands first. */
export function newestRecords(
  { dailyRows, weeklyRows }: Pick<Schemas['SessionDetailResponse'], 'dailyRows' | 'weeklyRows'>,
  count: number,
): NewestRecord[] {
  const rest = (record: (typeof dailyRows)[number] | (typeof weeklyRows)[number]) => ({
    phase: record.primaryPhaseHint,
    events: record.cycleEvents,
    note: record.evidenceNote,
    origin: record.origin,
  });
  const all: NewestRecord[] = [
    ...weeklyRows.map((row) => ({ key: `week-${row.id}`, kind: 'week' as const, day: row.weekEndDate, ...rest(row) })),
    ...dailyRows.map((row) => ({ key: `day-${row.id}`, kind: 'day' as const, day: row.tradeDate, ...rest(row) })),
  ];
  return all.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)).slice(0, count);
}
