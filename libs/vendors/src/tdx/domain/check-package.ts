import { PackageError } from './package-error';
import type { InstrumentDay, TdxMarket } from './market-file';
import type { ListedDay } from '#lib/market-sync';

/** A stored day near the package's: how many stocks it lists, and what was traded. */
export interface NeighbourDay {
  readonly day: string;
  readonly stocks: number;
  /** Amount of all stocks together, in fen. */
  readonly total: number;
}

/** Instruments with a price that each market has at least. */
const FEWEST_PRICED: Readonly<Record<TdxMarket, number>> = { sh: 10_000, sz: 3000, bj: 50 };
/** How far the number of stocks may be from the nearest stored day's. */
const COUNT_TOLERANCE = 0.02;
/** How far the mean price may lie beyond the day's range: funds of rounding, and block trades at another price. */
const MEAN_TOLERANCE = 0.01;
/** Share of the stocks whose amount may not fit its volume. */
const MOST_ODD_AMOUNTS = 0.005;
const SHOWN = 5;

/** Checks that each market has as many priced instruments as a whole file has. @throws PackageError `priced_rows` */
export function requirePricedRows(market: TdxMarket, instruments: readonly InstrumentDay[]): void {
  const priced = instruments.filter(({ close }) => close > 0).length;
  const fewest = FEWEST_PRICED[market];
  if (priced < fewest) throw new PackageError('priced_rows', `${fewest} or more in ${market}`, String(priced));
}

/**
 * Checks the stocks of a day against each other and against the stored day next to it.
 * @param neighbours Stored days within five open days, nearest first; none: what compares with them is skipped.
 * @throws PackageError `stock_count`, `prices`, `amounts`, `fresh_content`
 */
export function requirePlausibleStocks(stocks: readonly ListedDay[], neighbours: readonly NeighbourDay[]): void {
  requireCount(stocks.length, neighbours[0]);
  const bars = stocks.flatMap(({ code, bar }) => (bar === null ? [] : [toPlainBar(code, bar)]));
  const crooked = bars.filter(
    ({ open, high, low, close }) => !(low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close)),
  );
  if (crooked.length > 0) {
    throw new PackageError('prices', 'low <= open, close <= high for all stocks', `${crooked.length}: ${list(crooked)}`);
  }
  const odd = bars.filter(({ low, high, volume, amount }) => {
    const mean = amount / volume;
    return !(mean >= low * (1 - MEAN_TOLERANCE) && mean <= high * (1 + MEAN_TOLERANCE));
  });
  if (odd.length > bars.length * MOST_ODD_AMOUNTS) {
    const expected = `amount / volume within low and high for all but ${MOST_ODD_AMOUNTS * 100} % of the stocks`;
    throw new PackageError('amounts', expected, `${odd.length} of ${bars.length} beyond: ${list(odd)}`);
  }
  const traded = Math.round(bars.reduce((sum, { amount }) => sum + amount, 0) * 100);
  const twin = neighbours.find(({ total }) => total === traded);
  if (twin !== undefined) {
    throw new PackageError('fresh_content', 'content of its own', `the total amount of ${twin.day}, ${traded / 100} yuan`);
  }
}

function requireCount(count: number, nearest: NeighbourDay | undefined): void {
  if (count === 0) throw new PackageError('stock_count', 'A-shares', 'none');
  if (nearest === undefined) return;
  if (Math.abs(count - nearest.stocks) <= nearest.stocks * COUNT_TOLERANCE) return;
  const expected = `${nearest.stocks} ± ${COUNT_TOLERANCE * 100} % stocks, as on ${nearest.day}`;
  throw new PackageError('stock_count', expected, String(count));
}

function toPlainBar(code: string, [open, high, low, close, , volume, amount]: NonNullable<ListedDay['bar']>) {
  return { code, open, high, low, close, volume, amount };
}

function list(bars: readonly { code: string }[]): string {
  const codes = bars.slice(0, SHOWN).map(({ code }) => code);
  return bars.length > SHOWN ? `${codes.join(', ')}, …` : codes.join(', ');
}
