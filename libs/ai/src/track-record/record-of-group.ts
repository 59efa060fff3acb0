import { type CalendarDay, calendarDayFromEpochDay, groupBy } from '#lib/kernel';
import type { TradingCalendar } from '#lib/market-data';
import type { JudgementKind } from '../domain/track-record/direction';
import { type Horizon, HORIZONS } from '../domain/track-record/outcome';
import { computeHitRate, type HitRate } from '../domain/track-record/statistics';
import type { SampleTotals } from '../persistence/judgements.query';

export interface RecordOfHorizon extends HitRate {
  horizon: Horizon;
  /** Samples that could not be bought on the first open day: bought later (they are in `n` as well), or never. */
  unfillable: number;
}

export interface RecordOfGroup {
  model: string;
  /** Of the prompt or the rules, of a screen its options: counts of different versions are never added up. */
  version: string;
  kind: JudgementKind;
  /** Set if groups are values: the value of the judgement. */
  value: string | null;
  /** Made on a set clock, or in a requested replay: counted separately. */
  replay: boolean;
  /** The days of the first and the last judgement with a score. */
  since: CalendarDay;
  through: CalendarDay;
  horizons: RecordOfHorizon[];
}

/** The hit rates of each group, by horizon, in the order of the groups. @param calendar Of the days on which samples were bought. */
export function toRecords(totals: readonly SampleTotals[], calendar: TradingCalendar): RecordOfGroup[] {
  const numberDay = numberEntryDays(totals, calendar);
  return [...groupBy(totals, groupKey).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { model, version, kind, value, replay } = first;
    return [
      {
        ...{ model, version, kind, value, replay },
        since: group.reduce((least, { since }) => (since < least ? since : least), first.since),
        through: group.reduce((last, { through }) => (through > last ? through : last), first.through),
        horizons: HORIZONS.map((horizon) => toRecord(group, horizon, numberDay)),
      },
    ];
  });
}

function groupKey({ model, version, kind, value, replay }: SampleTotals): string {
  return JSON.stringify([model, version, kind, value, replay]);
}

/** Numbers the open days on which samples were bought, from 0 on. @returns of a day since 1970-01-01 its number. */
function numberEntryDays(totals: readonly SampleTotals[], calendar: TradingCalendar): (day: number) => number {
  const days = totals.flatMap(({ days }) => [days.at(0), days.at(-1)]).filter((day) => day !== undefined);
  if (days.length === 0) return () => 0;
  const from = calendarDayFromEpochDay(Math.min(...days));
  const openDayOf = calendar.numberOpenDays(from, calendarDayFromEpochDay(Math.max(...days)));
  return (day) => openDayOf(calendarDayFromEpochDay(day)) - openDayOf(from);
}

const NO_SAMPLES = {
  ...{ days: [], counts: [], rights: [], months: 0, directed: 0, withCap: 0, unfillable: 0 },
  ...{ signedExcessPct: 0, signedCapExcessPct: 0, baseRate: 0 },
} as const;

function toRecord(
  group: readonly SampleTotals[],
  horizon: Horizon,
  numberDay: (day: number) => number,
): RecordOfHorizon {
  const totals = group.find((one) => one.horizon === horizon) ?? NO_SAMPLES;
  return {
    horizon,
    ...computeHitRate({ ...totals, hits: sumHits(totals, numberDay) }, horizon),
    unfillable: totals.unfillable,
  };
}

/** Samples and right ones by open day, from the first entry to the last. */
function sumHits(
  { days, counts, rights }: Pick<SampleTotals, 'days' | 'counts' | 'rights'> | typeof NO_SAMPLES,
  numberDay: (day: number) => number,
): { counts: Int32Array; sums: Float64Array } {
  const numbers = days.map(numberDay);
  const first = numbers.at(0) ?? 0;
  const length = days.length === 0 ? 0 : (numbers.at(-1) ?? 0) - first + 1;
  const hits = { counts: new Int32Array(length), sums: new Float64Array(length) };
  for (const [index, number] of numbers.entries()) {
    const day = number - first;
    hits.counts[day] = (hits.counts[day] ?? 0) + (counts[index] ?? 0);
    hits.sums[day] = (hits.sums[day] ?? 0) + (rights[index] ?? 0);
  }
  return hits;
}
