import type { VendorSource } from '#lib/config';
import type { Database } from '#lib/database';
import { type MarketLoad, withMarketLoad } from '#lib/market-data';

/** Another process stored rows that this one was about to store. Nothing is lost; the load is undone. */
export class StoredElsewhere extends Error {}

/**
 * Runs a load of what came from a vendor, after those that run now.
 * @param path What is loaded, for the list of loads. @param work Throws `StoredElsewhere` if its rows wait no more.
 * @returns undefined if another process has stored the rows.
 */
export async function withVendorLoad<T>(
  database: Database,
  { source, path, signal }: { source: VendorSource; path: string; signal: AbortSignal },
  work: (load: MarketLoad) => Promise<T>,
): Promise<T | undefined> {
  const spec = { source, format: source, path, waitForTurn: true, signal } as const;
  try {
    return await withMarketLoad(database, spec, work);
  } catch (error) {
    if (error instanceof StoredElsewhere) return undefined;
    throw error;
  }
}
