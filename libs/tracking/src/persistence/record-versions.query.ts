import { columnOf, type Transaction } from '#lib/database';
import { DailyRecord } from './daily-record.entity';
import { RECORD_TABLES, type RecordKind } from './record-write.query';
import { JUDGEMENT } from './session-record';

/** Versions that a record keeps beside its present one: enough to take back what was done today. */
const KEPT_VERSIONS = 20;

/** What a version keeps. One of an older build has no evidence: it comes back without. */
const JUDGEMENT_COLUMNS = [...JUDGEMENT, 'evidence' as const].map((key) => columnOf(DailyRecord, key));

/** Runs a change of a record, and keeps what it said before, with who wrote that, under the version it had. */
export async function keepingVersion(
  tx: Transaction,
  kind: RecordKind,
  id: number,
  change: () => Promise<void>,
): Promise<void> {
  const { table } = RECORD_TABLES[kind];
  const judgement = JUDGEMENT_COLUMNS.map((column) => `'${column}', ${column}`).join(', ');
  await tx.query(
    `insert into ${table}_version (record_id, version, judgement, origin, ai_run_id, data_through)
     select id, version, jsonb_build_object(${judgement}), origin, ai_run_id, data_through from ${table} where id = $1`,
    [id],
  );
  await change();
  await tx.query(
    `delete from ${table}_version v using ${table} r
     where r.id = $1 and v.record_id = r.id and v.version < r.version - $2::integer`,
    [id, KEPT_VERSIONS],
  );
}

/**
 * Writes what a record said at a version, with its origin, as a new version. Remarks of people stay.
 * @returns whether that version is kept.
 */
export async function writeVersion(tx: Transaction, kind: RecordKind, id: number, version: number): Promise<boolean> {
  const { table } = RECORD_TABLES[kind];
  const sets = JUDGEMENT_COLUMNS.map((column) => `${column} = said.${column}`).join(', ');
  const rows = await tx.query<{ id: number }>(
    `update ${table} r
     set ${sets}, origin = v.origin, ai_run_id = v.ai_run_id, data_through = v.data_through, version = r.version + 1,
       updated_at = clock_timestamp()
     from ${table}_version v, lateral jsonb_populate_record(null::${table}, v.judgement) said
     where r.id = $1 and v.record_id = r.id and v.version = $2
     returning r.id`,
    [id, version],
  );
  return rows.length > 0;
}
