import { assignmentsOf, columnOf, columnsOf, insertOf, tableOf, type Transaction, type Written } from '#lib/database';
import { type CalendarDay, mondayOf } from '#lib/kernel';
import type { ManualRemark } from '../domain/manual-remark';
import type { RecordEvidence } from '../domain/record-evidence';
import { DailyRecord } from './daily-record.entity';
import { DAILY_COLUMNS, type DailyRecordView, WEEKLY_COLUMNS, type WeeklyRecordView } from './record-rows.query';
import type { JUDGEMENT, SessionRecord } from './session-record';
import { WeeklyRecord } from './weekly-record.entity';

/** What a record says. */
export type Judgement = Written<Pick<SessionRecord, (typeof JUDGEMENT)[number]>>;

export const RECORD_KINDS = ['daily', 'weekly'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record of either kind, as its kind's responses carry it. */
export interface RecordOf {
  daily: DailyRecordView;
  weekly: WeeklyRecordView;
}

/** What differs between the kinds. Table and column are ours, so that they may stand in SQL text. */
export const RECORD_TABLES = {
  daily: {
    entity: DailyRecord,
    table: tableOf(DailyRecord),
    day: columnOf(DailyRecord, 'tradeDate'),
    columns: DAILY_COLUMNS,
  },
  weekly: {
    entity: WeeklyRecord,
    table: tableOf(WeeklyRecord),
    day: columnOf(WeeklyRecord, 'weekEndDate'),
    columns: WEEKLY_COLUMNS,
  },
} as const;

/** Where a model's record comes from. */
export interface AiOrigin {
  /** The run whose values these are. */
  aiRunId: number | null;
  /** The last bar that the model had seen. */
  dataThrough: CalendarDay;
}

/** What a model's record rests on; null where the bars tell nothing. */
export interface Evidenced {
  evidence: RecordEvidence | null;
}

export interface NewRecord {
  sessionId: number;
  day: CalendarDay;
  judgement: Partial<Judgement>;
  history: readonly ManualRemark[];
  /** A model's; left out: a person's. */
  ai?: AiOrigin & Evidenced;
}

/** @returns the new record's id. It is not marked as the latest yet. */
export async function insertRecord(tx: Transaction, kind: RecordKind, record: NewRecord): Promise<number> {
  const { sessionId, day, judgement, history, ai } = record;
  const values = {
    sessionId,
    ...judgement,
    manualRemarkHistory: history,
    ...(ai === undefined ? {} : byAi(ai)),
  };
  const { text, parameters } =
    kind === 'daily'
      ? insertOf(DailyRecord, { ...values, tradeDate: day })
      : insertOf(WeeklyRecord, { ...values, weekStart: mondayOf(day), weekEndDate: day });
  const [row] = await tx.query<{ id: number }>(`${text} returning id`, parameters);
  if (row === undefined) throw new Error('an insert returned no row');
  return row.id;
}

/** Changes what a record says; `remark` is appended to its history, evidence that is outdated goes. */
export async function updateRecord(
  tx: Transaction,
  kind: RecordKind,
  id: number,
  changes: Partial<Judgement>,
  { remark, evidenceIsOutdated }: { remark: ManualRemark | undefined; evidenceIsOutdated: boolean },
): Promise<void> {
  await update(tx, kind, id, { ...changes, ...(evidenceIsOutdated ? { evidence: null } : {}) }, remark);
}

/** Writes a model's judgement over a record, whole; `manual_remark_history` alone stays. */
export async function overwriteByAi(
  tx: Transaction,
  kind: RecordKind,
  id: number,
  judgement: Judgement,
  ai: AiOrigin & Evidenced,
): Promise<void> {
  await update(tx, kind, id, { ...judgement, ...byAi(ai) });
}

async function update(
  tx: Transaction,
  kind: RecordKind,
  id: number,
  changes: Partial<Written<SessionRecord>>,
  remark?: ManualRemark,
): Promise<void> {
  const { entity, table } = RECORD_TABLES[kind];
  const parameters: unknown[] = [id];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  const sets = assignmentsOf<SessionRecord>(entity, changes, bind);
  if (remark !== undefined) {
    sets.push(`manual_remark_history = manual_remark_history || ${bind(JSON.stringify([remark]))}::jsonb`);
  }
  await tx.query(
    `update ${table} set ${[...sets, 'version = version + 1', 'updated_at = clock_timestamp()'].join(', ')} where id = $1`,
    parameters,
  );
}

/** Ids of a session's live records by the day that makes them unique: the trade date, or the Monday of the week. */
export async function selectRecordIds(
  tx: Transaction,
  kind: RecordKind,
  sessionId: number,
  since: CalendarDay,
): Promise<Map<CalendarDay, number>> {
  const key = kind === 'daily' ? 'trade_date' : 'week_start';
  const rows = await tx.query<{ day: CalendarDay; id: number }>(
    `select ${key} as day, id from ${RECORD_TABLES[kind].table}
     where session_id = $1 and deleted_at is null and ${key} >= $2`,
    [sessionId, since],
  );
  return new Map(rows.map(({ day, id }) => [day, id]));
}

/** Soft-deletes a record. */
export async function deleteRecord(tx: Transaction, kind: RecordKind, id: number): Promise<void> {
  await tx.query(
    `update ${RECORD_TABLES[kind].table} set deleted_at = clock_timestamp(), is_latest = false, version = version + 1
     where id = $1`,
    [id],
  );
}

/** Brings a deleted record back as it was. @returns whether it was deleted. @throws on the index of its day or week. */
export async function undeleteRecord(tx: Transaction, kind: RecordKind, id: number): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    `update ${RECORD_TABLES[kind].table} set deleted_at = null, version = version + 1, updated_at = clock_timestamp()
     where id = $1 and deleted_at is not null returning id`,
    [id],
  );
  return rows.length > 0;
}

/** A live record, or undefined. */
export async function selectRecord<Kind extends RecordKind>(
  tx: Transaction,
  kind: Kind,
  id: number,
): Promise<RecordOf[Kind] | undefined> {
  const { table, columns } = RECORD_TABLES[kind];
  const [row] = await tx.query<RecordOf[Kind]>(`select ${columns} from ${table} where id = $1 and deleted_at is null`, [
    id,
  ]);
  return row;
}

/** Live records, in the order of `ids`. */
export async function selectRecords<Kind extends RecordKind>(
  tx: Transaction,
  kind: Kind,
  ids: readonly number[],
): Promise<RecordOf[Kind][]> {
  const { table, columns } = RECORD_TABLES[kind];
  return tx.query<RecordOf[Kind]>(
    `select ${columns} from ${table} where id = any ($1) and deleted_at is null order by array_position($1, id)`,
    [ids],
  );
}

/** Where a record belongs; it never moves. */
export interface Place {
  sessionId: number;
  day: CalendarDay;
}

/** The session and the day of a record, live or not. */
export async function findRecordKey(tx: Transaction, kind: RecordKind, id: number): Promise<Place | undefined> {
  const { entity, table, day } = RECORD_TABLES[kind];
  const [row] = await tx.query<Place>(
    `select ${columnsOf<SessionRecord, 'sessionId'>(entity, '', ['sessionId'])}, ${day} as day from ${table} where id = $1`,
    [id],
  );
  return row;
}

/**
 * Marks the live record of the newest date as the session's latest, and no other. The caller holds the session's row.
 * First unmarks, then marks: the unique index looks at every row as it is written.
 */
export async function markLatest(tx: Transaction, kind: RecordKind, sessionId: number): Promise<void> {
  const { table, day } = RECORD_TABLES[kind];
  const newest = `(select id from ${table} where session_id = $1 and deleted_at is null order by ${day} desc limit 1)`;
  await tx.query(
    `update ${table} set is_latest = false where session_id = $1 and is_latest and id is distinct from ${newest}`,
    [sessionId],
  );
  await tx.query(`update ${table} set is_latest = true where id = ${newest} and not is_latest`, [sessionId]);
}

function byAi({ aiRunId, dataThrough, evidence }: AiOrigin & Evidenced): Partial<SessionRecord> {
  return { origin: 'ai', aiRunId, dataThrough, evidence };
}
