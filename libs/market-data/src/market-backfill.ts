import type { Database, SqlRunner } from '#lib/database';
import { initialsOf, searchName } from './stocks/stock-search';
import { SHARE_RULE } from './import/share-changes';
import { sweepStaging } from './import/market-lock';
import { refreshStockFigures } from './import/stock-figures';

/**
 * Brings a database that an older build has filled up to what this build keeps of stocks, and drops what a load that died
 * has left. Does nothing where it is.
 */
export class MarketBackfill {
  constructor(private readonly database: Database) {}

  /** Waits for a market load that is storing. */
  async fillMissing(): Promise<void> {
    await sweepStaging(this.database);
    await fillStockSearch(this.database);
    const isBehind = `select exists (select from daily_bar) and share_rule < $1 as behind from market_state`;
    const [state] = await this.database.query<{ behind: boolean }>(isBehind, [SHARE_RULE]);
    if (state?.behind !== true) return;
    await this.database.transaction(async (tx) => {
      await tx.query(`set local work_mem = '64MB'`);
      // Another process may have been first while this one waited.
      const [locked] = await tx.query<{ behind: boolean }>(`${isBehind} for update`, [SHARE_RULE]);
      if (locked?.behind !== true) return;
      await refreshStockFigures(tx, 'everything');
      await tx.query('update market_state set data_version = data_version + 1');
    });
  }
}

/** Spells the names that no load has spelled yet. */
export async function fillStockSearch(db: SqlRunner): Promise<void> {
  const stocks = await db.query<{ code: string; name: string }>(
    'select code, name from stock where name is not null and search_name is null order by code',
  );
  if (stocks.length === 0) return;
  await db.query(
    `update stock s set search_name = given.search_name, initials = coalesce(s.initials, given.initials)
     from unnest($1::text[], $2::text[], $3::text[]) as given(code, search_name, initials) where s.code = given.code`,
    [
      stocks.map(({ code }) => code),
      stocks.map(({ name }) => searchName(name)),
      stocks.map(({ name }) => initialsOf(name)),
    ],
  );
}
