import { prepareStatement, type RowOf, type SqlRunner, wireColumnsOf } from '#lib/database';
import { DailyRecord } from './daily-record.entity';
import { JUDGEMENT } from './session-record';
import { WeeklyRecord } from './weekly-record.entity';

/** What both kinds show behind their day. */
const SHOWN = [
  ...JUDGEMENT,
  'manualRemarkHistory',
  'origin',
  'aiRunId',
  'dataThrough',
  'evidence',
  'isLatest',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export const DAILY_COLUMNS = wireColumnsOf(DailyRecord, '', ['id', 'sessionId', 'tradeDate', ...SHOWN]);
export const WEEKLY_COLUMNS = wireColumnsOf(WeeklyRecord, '', ['id', 'sessionId', 'weekEndDate', ...SHOWN]);

/** A daily record as responses carry it. */
export type DailyRecordView = RowOf<typeof DAILY_COLUMNS>;

/** A weekly record as responses carry it. */
export type WeeklyRecordView = RowOf<typeof WEEKLY_COLUMNS>;

const SELECT_DAILY_ROWS = prepareStatement<DailyRecordView>(
  'select_daily_rows',
  `select ${DAILY_COLUMNS} from daily_record where session_id = $1 and deleted_at is null order by trade_date desc`,
);

const SELECT_WEEKLY_ROWS = prepareStatement<WeeklyRecordView>(
  'select_weekly_rows',
  `select ${WEEKLY_COLUMNS} from weekly_record where session_id = $1 and deleted_at is null order by week_start desc`,
);

/** The live daily records of a session, newest first. */
export async function selectDailyRows(db: SqlRunner, sessionId: number): Promise<DailyRecordView[]> {
  return db.query(SELECT_DAILY_ROWS, [sessionId]);
}

/** The live weekly records of a session, newest first. */
export async function selectWeeklyRows(db: SqlRunner, sessionId: number): Promise<WeeklyRecordView[]> {
  return db.query(SELECT_WEEKLY_ROWS, [sessionId]);
}
