import { jsonPairsOf, type RowOf, wireColumnsOf } from '#lib/database';
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

const DAILY = ['id', 'sessionId', 'tradeDate', ...SHOWN] as const;
const WEEKLY = ['id', 'sessionId', 'weekEndDate', ...SHOWN] as const;

export const DAILY_COLUMNS = wireColumnsOf(DailyRecord, '', DAILY);
export const WEEKLY_COLUMNS = wireColumnsOf(WeeklyRecord, '', WEEKLY);

/** A daily record as responses carry it. */
export type DailyRecordView = RowOf<typeof DAILY_COLUMNS>;

/** A weekly record as responses carry it. */
export type WeeklyRecordView = RowOf<typeof WEEKLY_COLUMNS>;

/** The live records of a session `s`, newest first, as JSON arrays. */
export const DAILY_ROWS = `coalesce((
  select json_agg(json_build_object(${jsonPairsOf(DailyRecord, 'r', DAILY)})
    order by r.trade_date desc)
  from daily_record r where r.session_id = s.id and r.deleted_at is null), '[]')`;
export const WEEKLY_ROWS = `coalesce((
  select json_agg(json_build_object(${jsonPairsOf(WeeklyRecord, 'r', WEEKLY)})
    order by r.week_start desc)
  from weekly_record r where r.session_id = s.id and r.deleted_at is null), '[]')`;
