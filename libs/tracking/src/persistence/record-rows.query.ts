import { isoInstant, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { RecordEvidence } from '../domain/record-evidence';
import type { AlignFlag, CycleEvent, PrimaryPhase, SubTag, SupplyDemand } from '../domain/vocabulary';

/** A person's note as it was written. */
export interface ManualRemark {
  /** ISO 8601 UTC, of the business clock. */
  at: string;
  userId: number;
  note: string | null;
}

interface RecordView {
  id: number;
  sessionId: number;
  supplyDemand: SupplyDemand | null;
  alignFlag: AlignFlag | null;
  primaryPhaseHint: PrimaryPhase | null;
  cycleSubTags: SubTag[];
  cycleEvents: CycleEvent[];
  evidenceNote: string | null;
  manualRemarkHistory: ManualRemark[];
  origin: 'manual' | 'ai';
  aiRunId: number | null;
  /** The last bar that the AI had seen; null on manual records. */
  dataThrough: CalendarDay | null;
  /** What a record of an AI fill rests on; null where a person wrote or changed events or phase. */
  evidence: RecordEvidence | null;
  isLatest: boolean;
  /** Counts the changes; the ETag of the record. */
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** A daily record as replies carry it. */
export interface DailyRecordView extends RecordView {
  tradeDate: CalendarDay;
}

/** A weekly record as replies carry it. */
export interface WeeklyRecordView extends RecordView {
  weekEndDate: CalendarDay;
}

const JUDGEMENT = `
  supply_demand as "supplyDemand", align_flag as "alignFlag", primary_phase_hint as "primaryPhaseHint",
  cycle_sub_tags as "cycleSubTags", cycle_events as "cycleEvents", evidence_note as "evidenceNote",
  manual_remark_history as "manualRemarkHistory", origin, ai_run_id as "aiRunId", data_through as "dataThrough", evidence,
  is_latest as "isLatest", version, ${isoInstant('created_at')} as "createdAt", ${isoInstant('updated_at')} as "updatedAt"`;

/** Columns of {@link DailyRecordView}. */
export const DAILY_COLUMNS = `id, session_id as "sessionId", trade_date as "tradeDate", ${JUDGEMENT}`;

/** Columns of {@link WeeklyRecordView}. */
export const WEEKLY_COLUMNS = `id, session_id as "sessionId", week_end_date as "weekEndDate", ${JUDGEMENT}`;

/** The live daily records of a session, newest first. */
export async function selectDailyRows(db: SqlRunner, sessionId: number): Promise<DailyRecordView[]> {
  return db.query(
    `select ${DAILY_COLUMNS} from daily_record where session_id = $1 and deleted_at is null order by trade_date desc`,
    [sessionId],
  );
}

/** The live weekly records of a session, newest first. */
export async function selectWeeklyRows(db: SqlRunner, sessionId: number): Promise<WeeklyRecordView[]> {
  return db.query(
    `select ${WEEKLY_COLUMNS} from weekly_record where session_id = $1 and deleted_at is null order by week_start desc`,
    [sessionId],
  );
}
