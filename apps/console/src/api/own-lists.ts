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

/** @returns the last page, with the items of all. */
async function readAll<Item, List extends { items: Item[]; total: number }>(
  read: (offset: number) => Promise<List>,
): Promise<List> {
  const items: Item[] = [];
  for (;;) {
    const page = await read(items.length);
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return { ...page, items, total: items.length };
  }
}
