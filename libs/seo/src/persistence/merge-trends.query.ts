import { type Transaction } from '#lib/database';
import { buildChangeLogSql, buildOldValues } from './import-changes.query';
import { buildBatchSql, type KeyRange, type MergeCounts, type MergeRequest, toParameters } from './merge-request';

const VALUES = ['trends_value', 'value_kind', 'breakout', 'period_hours', 'has_data', 'trend_link'];

/** What an import changes of a row that is there. */
export const TREND_ROW_CHANGES: readonly string[] = [...VALUES, 'collected_at'];

/** Trend rows hang on a record of their keyword and period, which is made first if it is missing. */
export async function mergeTrends(tx: Transaction, request: MergeRequest, range: KeyRange): Promise<MergeCounts> {
  const { staging, dryRun } = request;
  const parameters = [range.after, range.upTo];
  if (!dryRun) {
    await tx.query(
      `with batch as materialized (${buildBatchSql(staging)})
       insert into seo_trend (folded, keyword, period, span, geo)
       select distinct on (folded, period) folded, keyword, period, span, geo from batch order by folded, period, line desc
       on conflict (folded, period) do nothing`,
      parameters,
    );
  }
  const [counts] = await tx.query<MergeCounts>(rowsSql(staging, dryRun), toParameters(request, range));
  if (counts === undefined) throw new Error('the merge gave no counts');
  if (!dryRun) {
    await tx.query(
      `with touched as (
         select distinct t.id, t.updated_at, t.created_at = now() as made from ${staging} s join seo_trend t on t.folded = s.folded and t.period = s.period
         where ($1::text is null or key > $1) and ($2::text is null or key <= $2)
       ),
       noted as (
         insert into seo_import_change (import_id, part, row_id, written_at, before)
         select $3, 1, t.id, now(), case when not made then ${buildOldValues([])} end from touched t
         on conflict (import_id, part, row_id) do update set written_at = excluded.written_at
       )
       update seo_trend set updated_at = now(),
         keyword_count = (select count(distinct r.query) from seo_trend_row r where r.trend_id = seo_trend.id)
       from touched where seo_trend.id = touched.id`,
      toParameters(request, range),
    );
  }
  return counts;
}

/**
 * Rows of a file without the time of collection are collected now, all of them: rows that are in the store and no
 * longer in the file come after them in a lookup.
 */
function rowsSql(staging: string, dryRun: boolean): string {
  const stored = VALUES.map((column) => `t.${column}`).join(', ');
  const given = VALUES.map((column) => `s.${column}`).join(', ');
  const before = dryRun
    ? ''
    : `, case when t.id is not null and (c.changed or s.collected_at is null) then ${buildOldValues(TREND_ROW_CHANGES)} end as before`;
  const written = `written as (
    insert into seo_trend_row (trend_id, query, list_type, trend_date, observed_at, ${VALUES.join(', ')}, collected_at,
      updated_at)
    select trend_id, query, list_type, trend_date, observed_at, ${VALUES.join(', ')}, coalesce(collected_at, now()),
      now()
    from given where old_id is null or changed or collected_at is null order by trend_id, query, list_type
    on conflict (trend_id, query, list_type, trend_date, observed_at) do update set
      ${VALUES.map((column) => `${column} = excluded.${column}`).join(', ')}, collected_at = excluded.collected_at, updated_at = now()
    returning id, xmax = 0 as made
  ), ${buildChangeLogSql()}`;
  return `with batch as materialized (${buildBatchSql(staging)}), given as materialized (
      select k.id as trend_id, s.query, s.list_type, s.trend_date, s.observed_at, ${given}, s.collected_at,
        t.id as old_id, c.changed${before}
      from batch s
      left join seo_trend k on k.folded = s.folded and k.period = s.period
      left join seo_trend_row t on t.trend_id = k.id and t.query = s.query and t.list_type = s.list_type
        and t.trend_date = s.trend_date and t.observed_at = s.observed_at
      cross join lateral (select t.id is not null and (${stored}) is distinct from (${given}) as changed) c
    )${dryRun ? '' : `, ${written}`}
    select count(*) filter (where old_id is null) as created, count(*) filter (where changed) as updated,
      count(*) filter (where old_id is not null and not changed) as unchanged, 0 as deleted
    from given`;
}
