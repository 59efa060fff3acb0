/**
 * The values of the stored row `t` as `seo_import_change.before` holds them, with the instant of its last change. A value that is
 * not there was null: most of a keyword's are.
 */
export function buildOldValues(columns: readonly string[]): string {
  const pairs = [...columns, 'updated_at'].map((column) => `'${column}', t.${column}`);
  return `jsonb_strip_nulls(jsonb_build_object(${pairs.join(', ')}))`;
}

/**
 * A common table expression that notes what `written` did, by `given`; `$3` is the import. A row that somebody else made in
 * the same moment is neither the import's nor has it known values before: it is not noted, and an undo leaves it.
 */
export function buildChangeLogSql(): string {
  return `noted as (
    insert into seo_import_change (import_id, row_id, written_at, before)
    select $3, w.id, now(), g.before from written w left join given g on g.old_id = w.id
    where w.made or g.before is not null order by w.id
  )`;
}

/** A common table expression that stores the metrics that a batch of keywords replaces; a keyword without any has no history. */
export function buildHistorySql(figures: readonly string[]): string {
  const stored = figures.map((column) => `b.${column}`).join(', ');
  return `remembered as (
    insert into seo_keyword_history (keyword_id, import_id, ${figures.join(', ')}, stored_at, replaced_at)
    select g.old_id, $3, ${stored}, b.updated_at, now()
    from given g cross join lateral jsonb_populate_record(null::seo_keyword, g.before) b
    where g.changed and (${stored}) is distinct from (${figures.map((column) => `g.${column}`).join(', ')})
      and num_nonnulls(${figures
        .filter((column) => !ORIGIN_COLUMNS.includes(column))
        .map((column) => `b.${column}`)
        .join(', ')}) > 0
  )`;
}

/** The origin of metrics, which is no metric itself. */
const ORIGIN_COLUMNS: readonly string[] = ['cpc_currency', 'metric_source', 'as_of'];
