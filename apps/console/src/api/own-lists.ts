import { api, readData, type Schemas } from './client';

/** What a page of a list may hold. */
const PAGE = 200;

/** The whole watch-list, page by page. */
export function readWatchlist(): Promise<Schemas['WatchlistResponse']> {
  return readAll((offset) => readData(api.GET('/api/watchlist', { params: { query: { limit: PAGE, offset } } })));
}

/** All positions, page by page. */
export function readPositions(): Promise<Schemas['PositionListResponse']> {
  return readAll((offset) => readData(api.GET('/api/positions', { params: { query: { limit: PAGE, offset } } })));
}

async function readAll<Item>(
  read: (offset: number) => Promise<{ items: Item[]; total: number }>,
): Promise<{ items: Item[]; total: number }> {
  const items: Item[] = [];
  for (;;) {
    const page = await read(items.length);
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return { items, total: items.length };
  }
}
