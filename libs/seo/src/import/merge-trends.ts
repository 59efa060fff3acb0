import { runSql, type Transaction } from '#lib/database';
import { batchSql, type KeyRange, type MergeCounts, type MergeRequest } from './merge-request';

const VALUES = ['trends_value', 'value_kind', 'breakout', 'period_hours', 'has_data', 'trend_link'];

/** Trend rows hang on a record of their keyword and period, which is made first where it is missing. */
export async function mergeTrends(
  tx: Transaction,
  { staging, dryRun }: MergeRequest,
  range: KeyRange,
): Promise<MergeCounts> {
  const parameters = [range.after, range.upTo];
  if (!dryRun) {
    await runSql(
      tx,
      `with batch as materialized (${batchSql(staging)})
       insert into seo_trend (folded, keyword, period, span, geo)
       select distinct on (folded, period) folded, keyword, period, span, geo from batch order by folded, period, line desc
       on conflict (folded, period) do nothing`,
      parameters,
    );
  }
  const [counts] = await runSql<MergeCounts>(tx, rowsSql(staging, dryRun), parameters);
  if (counts === undefined) throw new Error('the merge gave no counts');
  if (!dryRun) {
    await runSql(
      tx,
      `with touched as (
         select distinct t.id from ${staging} s join seo_trend t on t.folded = s.folded and t.period = s.period
         where ($1::text is null or key > $1) and ($2::text is null or key <= $2)
       )
       update seo_trend set updated_at = now(),
         keyword_count = (select count(distinct r.query) from seo_trend_row r where r.trend_id = seo_trend.id)
       from touched where seo_trend.id = touched.id`,
      parameters,
    );
  }
  return counts;
}

/**
 * Rows of a file that doesn't tell when it was collected are collected now, all of them: rows that are in the store and no
 * longer in the file stand behind them in a lookup.
 */
function rowsSql(staging: string, dryRun: boolean): string {
  const stored = VALUES.map((column) => `r.${column}`).join(', ');
  const given = VALUES.map((column) => `s.${column}`).join(', ');
  const written = `written as (
    insert into seo_trend_row (trend_id, query, list_type, trend_date, observed_at, ${VALUES.join(', ')}, collected_at)
    select trend_id, query, list_type, trend_date, observed_at, ${VALUES.join(', ')}, coalesce(collected_at, now())
    from given where old_id is null or changed or collected_at is null order by trend_id, query, list_type
    on conflict (trend_id, query, list_type, trend_date, observed_at) do update set
      ${VALUES.map((column) => `${column} = excluded.${column}`).join(', ')}, collected_at = excluded.collected_at
  )`;
  return `with batch as materialized (${batchSql(staging)}), given as materialized (
      select t.id as trend_id, s.query, s.list_type, s.trend_date, s.observed_at, ${given}, s.collected_at,
        r.id as old_id, r.id is not null and (${stored}) is distinct from (${given}) as changed
      from batch s
      left join seo_trend t on t.folded = s.folded and t.period = s.period
      left join seo_trend_row r on r.trend_id = t.id and r.query = s.query and r.list_type = s.list_type
        and r.trend_date = s.trend_date and r.observed_at = s.observed_at
    )${dryRun ? '' : `, ${written}`}
    select count(*) filter (where old_id is null) as created, count(*) filter (where changed) as updated,
      count(*) filter (where old_id is not null and not changed) as unchanged, 0 as deleted
    from given`;
}
