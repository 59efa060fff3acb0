import { type Transaction } from '#lib/database';
import type { SeoKind } from '../domain/import-kind';
import { MERGE_TABLES, type MergeTable } from './merge-tables';
import { buildChangeLogSql, buildHistorySql, buildOldValues } from './import-changes.query';
import { buildBatchSql, type KeyRange, type MergeCounts, type MergeRequest, toParameters } from './merge-request';
import { mergeTrends } from './merge-trends.query';

/** The key that ends the next batch of about `size` rows, or null if the rest is one batch. */
export async function findBatchEnd(
  tx: Transaction,
  staging: string,
  after: string | null,
  size: number,
): Promise<string | null> {
  const [row] = await tx.query<{ key: string }>(
    `select key from ${staging} where $1::text is null or key > $1 order by key offset $2 limit 1`,
    [after, size - 1],
  );
  return row?.key ?? null;
}

/**
 * Brings one range of staged rows into the store, in the order of their keys; of rows with one key the last of the file
 * counts. Rows with nothing new are not touched. A dry run counts alone.
 */
export async function mergeBatch(tx: Transaction, request: MergeRequest, range: KeyRange): Promise<MergeCounts> {
  await tx.query(`set local work_mem = '64MB'`);
  if (!request.dryRun) await lockKind(tx, request.kind);
  if (request.kind === 'trends') return mergeTrends(tx, request, range);
  const sql = buildMergeSql(MERGE_TABLES[request.kind], request);
  const [counts] = await tx.query<MergeCounts>(sql, toParameters(request, range));
  if (counts === undefined) throw new Error('the merge gave no counts');
  return counts;
}

/**
 * One import or undo of a kind writes at a time: which link of a page is its first one is decided by what is stored, and so is
 * whether a row was changed since.
 */
export async function lockKind(tx: Transaction, kind: SeoKind): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('seo_import.' || $1))`, [kind]);
}

function buildMergeSql(merge: MergeTable, { staging, present, dryRun }: MergeRequest): string {
  const { table, keys, derived, values } = merge;
  const batch = merge.batch?.(staging, present) ?? `batch as materialized (${buildBatchSql(staging)})`;
  const deleted = values.includes('deleted_at')
    ? 'deleted_at'
    : table === 'seo_keyword'
      ? 't.deleted_at'
      : 'null::timestamptz';
  const own = { ...merge.expressions, ...merge.expressionsOf?.(present) };
  const given = values.map((column) => {
    const expression = own[column] ?? (present.has(column) ? `s.${column}` : `t.${column}`);
    return { column, expression };
  });
  const changed = `(${given.map(({ column }) => `t.${column}`).join(', ')}) is distinct from
    (${given.map(({ expression }) => expression).join(', ')})`;
  const columns = [...keys, ...derived, ...values];
  const written = `written as (
    insert into ${table} (${columns.join(', ')})
    select ${columns.join(', ')} from given where old_id is null or changed order by ${keys.join(', ')}
    on conflict (${keys.join(', ')}) do update set
      ${values.map((column) => `${column} = excluded.${column}`).join(', ')}, updated_at = now()
    returning id, xmax = 0 as made
  ), ${buildChangeLogSql()}${merge.historyColumns === undefined ? '' : `, ${buildHistorySql(merge.historyColumns)}`}`;
  return `with ${batch}, given as materialized (
      select ${[...keys, ...derived].map((column) => `s.${column}`).join(', ')},
        ${given.map(({ column, expression }) => `${expression} as ${column}`).join(', ')},
        ${values.includes('deleted_at') ? '' : `${deleted} as deleted_at,`}
        t.id as old_id, c.changed${dryRun ? '' : `, case when c.changed then ${buildOldValues(values)} end as before`}
      from batch s left join ${table} t on ${keys.map((key) => `t.${key} = s.${key}`).join(' and ')}
      cross join lateral (select t.id is not null and ${changed} as changed) c
    )${dryRun ? '' : `, ${written}`}
    select count(*) filter (where old_id is null) as created, count(*) filter (where changed) as updated,
      count(*) filter (where old_id is not null and not changed) as unchanged,
      count(*) filter (where old_id is not null and deleted_at is not null) as deleted
    from given`;
}
