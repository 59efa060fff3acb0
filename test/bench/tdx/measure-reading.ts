import type { CalendarDay } from '#lib/kernel';
import { packRows, unpackRows } from '#lib/market-sync/testing';
import { checkStocks, pickStocks, readArchive } from '#lib/vendors/testing';

/** Milliseconds a day of each step from the bytes of a package to the rows that a load stores; the first day warms up. */
export async function measureReading(
  packages: readonly { day: CalendarDay; content: Buffer }[],
): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [index, { day, content }] of packages.entries()) {
    let last = performance.now();
    const lap = (step: string): void => {
      const now = performance.now();
      if (index > 0) sums[step] = (sums[step] ?? 0) + now - last;
      last = now;
    };
    const instruments = await readArchive(day, content);
    lap('unzip and parse');
    const stocks = pickStocks(day, instruments);
    lap('pick the stocks');
    checkStocks(stocks, []);
    lap('check');
    const packed = packRows(stocks);
    lap('pack until the load');
    unpackRows(packed);
    lap('unpack in the load');
  }
  return Object.fromEntries(Object.entries(sums).map(([step, ms]) => [step, ms / (packages.length - 1)]));
}
