import type { JsonScalar } from '#lib/kernel';
import type { CycleAutoClose, DailyRecordView, PhaseSync, ReviewDateCleared, WeeklyRecordView } from '#lib/tracking';
import type { AnswerError } from '../domain/answer';
import type { PeriodRow } from '../domain/question';
import type { FillChange } from './fill-changes';
import type { SkippedReason } from '../domain/skipped-reasons';

/** A type's own shape without its name: only so is an interface assignable to JSON. */
type Plain<T> = T extends JsonScalar ? T : { [Key in keyof T]: Plain<T[Key]> };

/** What a fill did. Counts are of the window's days or weeks; `skipped` ones have a record that was left alone. */
export type FillResult<Row> = {
  sessionId: number;
  generated: number;
  overwritten: number;
  skipped: number;
  /** Why days or weeks of the window, and of the calendar around it, were left out; oldest first. */
  skippedReasons: SkippedReason[];
  errors: Plain<AnswerError>[];
  /** Written records, newest first. */
  records: Plain<Row>[];
  aiRunIds: number[];
  promptCopy: string | null;
  sessionPhaseSync: Plain<PhaseSync> | null;
  cycleAutoClose: Plain<CycleAutoClose> | null;
  /** Set in a dry run alone: nothing was written, the counts and the other fields are those of a fill. */
  dryRun?: true;
  /** The difference, oldest first; in a dry run alone. */
  changes?: FillChange[];
};

export type DailyFillResult = FillResult<DailyRecordView>;
export type PromptCsvPayload = { csvText: string; rows: PeriodRow[] };
export type WeeklyFillResult = FillResult<WeeklyRecordView> & {
  reviewDateCleared: ReviewDateCleared | null;
  /** The very periods that the models were given. */
  promptCsvPayload: PromptCsvPayload;
};
