import type { Database, SqlRunner } from '#lib/database';
import { spellInitials, searchName } from './stocks/stock-search';
import { SHARE_RULE } from './persistence/share-changes.query';
import { sweepStaging } from './persistence/market-lock.query';
import {
  areFiguresBehind,
  lockFiguresBehind,
  raiseDataVersion,
  selectUnspelledNames,
  storeSpelledNames,
} from './persistence/market-backfill.query';
import { refreshStockFigures } from './persistence/stock-figures.query';

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
    if (!(await areFiguresBehind(this.database, SHARE_RULE))) return;
    await this.database.transaction(async (tx) => {
      // Another process may have been first while this one waited.
      if (!(await lockFiguresBehind(tx, SHARE_RULE))) return;
      await refreshStockFigures(tx, 'everything');
      await raiseDataVersion(tx);
    });
  }
}

/** Spells the names that no load has spelled yet. */
export async function fillStockSearch(db: SqlRunner): Promise<void> {
  const stocks = await selectUnspelledNames(db);
  if (stocks.length === 0) return;
  await storeSpelledNames(
    db,
    stocks.map(({ code, name }) => ({ code, searchName: searchName(name), initials: spellInitials(name) })),
  );
}
