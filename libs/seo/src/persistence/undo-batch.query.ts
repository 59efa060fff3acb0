import { type Transaction } from '#lib/database';
import type { SeoKind } from '../domain/import-kind';
import { lockKind } from './merge-batch.query';
import { MERGE_TABLES } from './merge-tables';
import { TREND_ROW_CHANGES } from './merge-trends.query';

export interface UndoCounts {
  restored: number;
  removed: number;
  /** Changed since by a person or a later import, and left. */
  kept: number;
}

/** A table whose rows an import changes, and what it may change of a row that is there. */
interface UndoTable {
  table: string;
  values: readonly string[];
  /** SQL: a row `t` that the import made has become part of something else, and stays. */
  used?: string;
}

function undoTable(kind: SeoKind): UndoTable {
  if (kind === 'trends') return { table: 'seo_trend_row', values: TREND_ROW_CHANGES };
  const { table, values } = MERGE_TABLES[kind];
  if (kind !== 'keywords') return { table, values };
  // A person has linked this keyword to a trend.
  return { table, values, used: 'exists (select from seo_trend k where k.keyword_id = t.id)' };
}

/**
 * Takes back up to `size` changes of an import, and their notes with them, so that a delivery that takes over goes on behind
 * it. A row was changed since if its last change is not the one that was noted; a row that gets its values back gets the
 * instant of its change back too, so that an earlier import can be undone after a later one. @returns undefined at the end.
 */
export async function undoBatch(
  tx: Transaction,
  { id, kind }: { id: number; kind: SeoKind },
  size: number,
): Promise<UndoCounts | undefined> {
  await lockKind(tx, kind);
  const [counts] = await tx.query<UndoCounts & { picked: number }>(undoSql(undoTable(kind)), [id, size]);
  if (counts === undefined) throw new Error('the undo gave no counts');
  const { picked, restored, removed } = counts;
  if (picked > 0) return { restored, removed, kept: picked - restored - removed };
  if (kind !== 'trends') return undefined;
  const trends = await tx.query<{ picked: number }>(TRENDS_SQL, [id, size]);
  return (trends[0]?.picked ?? 0) > 0 ? { restored: 0, removed: 0, kept: 0 } : undefined;
}

/** The next changes of an import, no longer noted. Rows come before the trends above them. */
function pickedSql(part: number): string {
  return `picked as materialized (
      select row_id, written_at, before from seo_import_change where import_id = $1 and part = ${part}
      order by row_id limit $2
    ),
    forgotten as (
      delete from seo_import_change c using picked p where c.import_id = $1 and c.part = ${part} and c.row_id = p.row_id
    )`;
}

function undoSql({ table, values, used }: UndoTable): string {
  const columns = [...values, 'updated_at'];
  const history = `, history as (
      delete from seo_keyword_history h using restored r where h.keyword_id = r.id and h.import_id = $1
    )`;
  return `with ${pickedSql(0)},
    restored as (
      update ${table} t set ${columns.map((column) => `${column} = b.${column}`).join(', ')}
      from picked p cross join lateral jsonb_populate_record(null::${table}, p.before) b
      where p.before is not null and t.id = p.row_id and t.updated_at = p.written_at
      returning t.id
    ),
    removed as (
      delete from ${table} t using picked p
      where p.before is null and t.id = p.row_id and t.updated_at = p.written_at ${used === undefined ? '' : `and not ${used}`}
      returning t.id
    )${table === 'seo_keyword' ? history : ''}
    select (select count(*) from picked) as picked, (select count(*) from restored) as restored,
      (select count(*) from removed) as removed`;
}

/**
 * Trends whose rows were taken back: those that the import made are deleted if no row is left and nobody linked them, the others
 * are counted again, and get their earlier position.
 */
const TRENDS_SQL = `with ${pickedSql(1)},
    gone as (
      delete from seo_trend t using picked p
      where p.before is null and t.id = p.row_id and t.keyword_id is null
        and not exists (select from seo_trend_row r where r.trend_id = t.id)
      returning t.id
    ),
    counted as (
      update seo_trend t set
        keyword_count = (select count(distinct r.query) from seo_trend_row r where r.trend_id = t.id),
        updated_at = case when t.updated_at = p.written_at
          then coalesce((p.before ->> 'updated_at')::timestamptz, t.updated_at) else t.updated_at end
      from picked p where t.id = p.row_id and t.id not in (select id from gone)
    )
    select count(*) as picked from picked`;
