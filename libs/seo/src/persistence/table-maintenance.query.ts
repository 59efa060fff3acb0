import type { Client } from 'pg';
import type { SeoKind } from '../domain/import-kind';

/** As autovacuum pauses: a vacuum by hand would take the disk and the cache from everybody at once. */
const VACUUM_PAUSE = '2ms';

/** Below this many changed rows autovacuum may come when it likes. */
export const VACUUM_FROM_ROWS = 20_000;

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
 * Refreshes statistics, by which a search chooses its index, and marks pages as visible to all, without which an index-only
 * scan reads the table after all. Outside of a transaction, on a connection of its own.
 */
export async function vacuumTables(client: Client, kind: SeoKind): Promise<void> {
  await client.query(`set vacuum_cost_delay = '${VACUUM_PAUSE}'`);
  for (const table of TABLES[kind]) await client.query(`vacuum (analyze) ${table}`);
}
