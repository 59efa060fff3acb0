import type { Schemas } from '../api/client';
import { toMonday } from '../records/calendar-days';

type Detail = Pick<Schemas['SessionDetailResponse'], 'dailyRows' | 'weeklyRows'>;
type Evidence = Schemas['RecordEvidenceResponse'];
export type RangeSide = Schemas['EvidencedRangeResponse']['side'];
export type RangeOrigin = Schemas['EvidencedRangeResponse']['origin'];
export type RangeLetter = NonNullable<Schemas['EvidencedPhaseResponse']['letter']>;

/** A trading range S..R; `to` null: up to the last bar. Prices are forward-adjusted as of `asOf`. */
export interface ChartRange {
  readonly id: string;
  readonly from: string;
  readonly to: string | null;
  readonly support: number;
  readonly resistance: number;
  readonly side: RangeSide;
  readonly origin: RangeOrigin;
  readonly asOf: string;
}

/** The letter of a range's phase as a record of its days says it; null if that is none. */
export interface ChartLetter {
  readonly from: string;
  readonly to: string;
  readonly letter: RangeLetter | null;
}

/**
 * The ranges of records' evidence, each as the newest record describes it, newest first. One that newer records no longer name
 * ended with the last that did. A box that each day's record reports again is drawn once, as the newest record has it.
 */
export function listRanges(detail: Detail): ChartRange[] {
  const evidencedDays = evidenced(detail);
  const newest = evidencedDays[0]?.through;
  const ranges = new Map<string, ChartRange>();
  for (const { evidence, through } of evidencedDays) {
    for (const range of evidence.ranges) {
      if (ranges.has(range.id)) continue;
      ranges.set(range.id, { ...range, to: range.to ?? (through === newest ? null : through), asOf: evidence.asOf });
    }
  }
  const drawn: ChartRange[] = [];
  for (const range of ranges.values()) if (!drawn.some((newer) => isSame(newer, range))) drawn.push(range);
  return drawn;
}

/** Of one time, with lines that lie nearer to each other than a quarter of its height. */
function isSame(newer: ChartRange, older: ChartRange): boolean {
  const near = (newer.resistance - newer.support) / 4;
  return (
    (older.to === null || older.to >= newer.from) &&
    Math.abs(newer.support - older.support) < near &&
    Math.abs(newer.resistance - older.resistance) < near
  );
}

/** What records say of the letter, oldest first; a day's own record after that of its week. */
export function listLetters(detail: Detail): ChartLetter[] {
  return evidenced(detail)
    .map(({ from, through, evidence }) => ({ from, to: through, letter: evidence.phase.letter }))
    .reverse();
}

interface Evidenced {
  readonly from: string;
  /** The last day that the record speaks of: a week that is not over ends with its newest bar. */
  readonly through: string;
  readonly evidence: Evidence;
}

/** Newest first; of one last day its own record before the week's. */
function evidenced({ dailyRows, weeklyRows }: Detail): Evidenced[] {
  const days = dailyRows.flatMap(({ tradeDate, evidence }): Evidenced[] =>
    evidence === null ? [] : [{ from: tradeDate, through: tradeDate, evidence }],
  );
  const weeks = weeklyRows.flatMap(({ weekEndDate, evidence }): Evidenced[] => {
    if (evidence === null) return [];
    const through = weekEndDate < evidence.asOf ? weekEndDate : evidence.asOf;
    return [{ from: toMonday(weekEndDate), through, evidence }];
  });
  return [...days, ...weeks].sort((one, other) =>
    one.through < other.through ? 1 : one.through > other.through ? -1 : 0,
  );
}
