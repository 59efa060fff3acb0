import type { ListedDay } from '#lib/market-sync';
import type { TdxMarket } from './market-file';
import { type PackageCheck, PackageError } from './package-error';

/** A stored day near the package's: how many stocks it lists, and what was traded. */
export interface NeighbourDay {
  readonly day: string;
  readonly stocks: number;
  /** Amount of all stocks together, in fen. */
  readonly total: number;
}

/** The result of one check, for people. */
export interface CheckResult {
  readonly name: PackageCheck;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
}

/** Instruments with a price that each market has at least. */
const FEWEST_PRICED: Readonly<Record<TdxMarket, number>> = { sh: 10_000, sz: 3000, bj: 50 };
/** How far the number of stocks may be from the nearest stored day's. */
const COUNT_TOLERANCE = 0.02;
/** How far the mean price may lie beyond the day's range: rounding of the amount. */
const MEAN_TOLERANCE = 0.01;
/** Share of the stocks whose amount may not fit its volume. */
const MOST_ODD_AMOUNTS = 0.005;
const LISTED_CODES = 5;

/** Whether a market has as many priced instruments as a whole file has. */
export function checkPricedRows(market: TdxMarket, priced: number): CheckResult {
  const fewest = FEWEST_PRICED[market];
  return { name: 'priced_rows', ok: priced >= fewest, expected: `${fewest} or more in ${market}`, got: String(priced) };
}

/**
 * Checks the stocks of a day against each other and against the stored days next to it, in the order of `PACKAGE_CHECKS`.
 * @param neighbours Stored days within five open days, nearest first; none: what compares with them passes.
 */
export function checkStocks(stocks: readonly ListedDay[], neighbours: readonly NeighbourDay[]): CheckResult[] {
  const bars = stocks.flatMap(({ code, bar }) => (bar === null ? [] : [toPlainBar(code, bar)]));
  return [
    checkCount(stocks.length, neighbours[0]),
    checkPrices(bars),
    checkAmounts(bars),
    checkFreshContent(bars, neighbours),
  ];
}

/** @throws PackageError of the first check that failed. */
export function requireAll(results: readonly CheckResult[]): void {
  const failed = results.find(({ ok }) => !ok);
  if (failed !== undefined) throw new PackageError(failed.name, failed.expected, failed.got);
}

interface PlainBar {
  readonly code: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly amount: number;
}

function checkCount(count: number, nearest: NeighbourDay | undefined): CheckResult {
  const name = 'stock_count';
  if (nearest === undefined) return { name, ok: count > 0, expected: 'A-shares', got: String(count) };
  const ok = Math.abs(count - nearest.stocks) <= nearest.stocks * COUNT_TOLERANCE;
  const expected = `${nearest.stocks} ± ${COUNT_TOLERANCE * 100} % stocks, as on ${nearest.day}`;
  return { name, ok, expected, got: String(count) };
}

function checkPrices(bars: readonly PlainBar[]): CheckResult {
  const wrong = bars.filter(
    ({ open, high, low, close }) => !(low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close)),
  );
  return {
    name: 'prices',
    ok: wrong.length === 0,
    expected: 'low <= open, close <= high of all stocks',
    got: describeOdd(wrong, bars.length),
  };
}

function checkAmounts(bars: readonly PlainBar[]): CheckResult {
  const odd = bars.filter(({ low, high, volume, amount }) => {
    const mean = amount / volume;
    return !(mean >= low * (1 - MEAN_TOLERANCE) && mean <= high * (1 + MEAN_TOLERANCE));
  });
  return {
    name: 'amounts',
    ok: odd.length <= bars.length * MOST_ODD_AMOUNTS,
    expected: `amount / volume within low and high of all but ${MOST_ODD_AMOUNTS * 100} % of the stocks`,
    got: describeOdd(odd, bars.length),
  };
}

/** A site that gives an old file under a new name gives its total amount too. */
function checkFreshContent(bars: readonly PlainBar[], neighbours: readonly NeighbourDay[]): CheckResult {
  const traded = Math.round(bars.reduce((sum, { amount }) => sum + amount, 0) * 100);
  const twin = neighbours.find(({ total }) => total === traded);
  return {
    name: 'fresh_content',
    ok: twin === undefined,
    expected: 'a total amount of its own',
    got: `${traded / 100} yuan${twin === undefined ? '' : `, as on ${twin.day}`}`,
  };
}

function toPlainBar(code: string, bar: NonNullable<ListedDay['bar']>): PlainBar {
  const [open, high, low, close, , volume, amount] = bar;
  return { code, open, high, low, close, volume, amount };
}

function describeOdd(odd: readonly { code: string }[], of: number): string {
  if (odd.length === 0) return `none of ${of} beyond`;
  const codes = odd.slice(0, LISTED_CODES).map(({ code }) => code);
  return `${odd.length} of ${of} beyond: ${codes.join(', ')}${odd.length > LISTED_CODES ? ', …' : ''}`;
}
