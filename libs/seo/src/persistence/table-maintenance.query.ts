import type { Client } from 'pg';
import type { SeoKind } from '../domain/import-kind';

/** As autovacuum pauses: a vacuum by hand would take the disk and the cache from everybody at once. */
const VACUUM_PAUSE = '2ms';

/** Below this many changed rows autovacuum may come when it likes. */
const TIDY_FROM_ROWS = 20_000;

/**
 * Nor is a table vacuumed for a smaller part of it: 20,000 new figures among a million keywords took 6 s of a processor and 213 MB
 * of log, three times that of their import, since a vacuum reads and writes every index whole.
 */
const VACUUM_FROM_SHARE = 0.1;

const TABLES: Readonly<Record<SeoKind, readonly string[]>> = {
  keywords: ['seo_keyword'],
  backlinks: ['seo_backlink'],
  competitors: ['seo_competitor'],
  trends: ['seo_trend', 'seo_trend_row'],
};

const SEARCH_INDEXES: Readonly<Record<SeoKind, readonly string[]>> = {
  keywords: ['seo_keyword_folded_trgm', 'seo_keyword_short_grams'],
  backlinks: ['seo_backlink_search_trgm'],
  competitors: ['seo_competitor_domain_trgm'],
  trends: ['seo_trend_folded_trgm'],
};

/** Brings what waits in the lists of the trigram indexes into them: every search reads those lists whole. */
export async function flushSearchIndexes(client: Client, kind: SeoKind): Promise<void> {
  for (const index of SEARCH_INDEXES[kind]) await client.query('select gin_clean_pending_list($1::regclass)', [index]);
}

/**
 * Refreshes statistics, by which a search chooses its index, and after many changes marks pages as visible to all, without which
 * an index-only scan reads the table after all. Outside of a transaction, on a connection of its own.
 * @param changed rows of the kind that are new or have new values.
 */
export async function tidyTables(client: Client, kind: SeoKind, changed: number): Promise<void> {
  if (changed < TIDY_FROM_ROWS) return;
  await client.query(`set vacuum_cost_delay = '${VACUUM_PAUSE}'`);
  for (const table of TABLES[kind]) {
    const { rows } = await client.query<{ known: number }>(
      'select reltuples as known from pg_class where oid = $1::regclass',
      [table],
    );
    const vacuums = changed >= (rows[0]?.known ?? 0) * VACUUM_FROM_SHARE;
    await client.query(vacuums ? `vacuum (analyze) ${table}` : `analyze ${table}`);
  }
}
