import type { CodeChange, StockListing } from './vendor-rows';

/**
 * What the listings alone show: an old Beijing code that is gone, and a 920 code
 * that was listed on the same day. Only pairs that are the one possibility count: several stocks of one day are told apart
 * by name, or not at all.
 */
export function findCodeChanges(listings: readonly StockListing[]): CodeChange[] {
  const beijing = listings.filter(({ exchange, listDate }) => exchange === 'BSE' && listDate !== null);
  const old = beijing.filter(({ code, status }) => !code.startsWith('920') && status !== 'listed');
  const renewed = beijing.filter(({ code, status }) => code.startsWith('920') && status === 'listed');
  return old.flatMap((gone) => {
    const sameName = renewed.filter(({ name, listDate }) => name === gone.name && listDate === gone.listDate);
    const sameDay = renewed.filter(({ listDate }) => listDate === gone.listDate);
    const rivals = old.filter(({ listDate }) => listDate === gone.listDate);
    const [only] = sameName.length === 1 ? sameName : sameDay.length === 1 && rivals.length === 1 ? sameDay : [];
    if (only === undefined) return [];
    return [{ oldCode: gone.code, newCode: only.code, name: only.name, listDate: only.listDate }];
  });
}
