import type { CalendarDay } from '#lib/kernel';
import { type DayFacts, isStName, toFen } from '#lib/market-data/domain';
import { PRICE_SCALE } from './bar-columns';
import type { BarMatrix } from './bar-matrix';
import type { PlacedStock } from './bar-span';
import type { MatrixStock } from './matrix-stock';

/** What the price rules read of the bar at a place. */
export function readDayFacts(matrix: BarMatrix, placed: PlacedStock, place: number): DayFacts {
  const { columns } = matrix;
  const { stock } = placed;
  const tradeDate = matrix.dateAt(place);
  const reference = findReferenceClose(matrix, placed, place);
  const isListing = stock.listDate !== null && stock.listDate === stock.firstBarDate;
  return {
    tradeDate,
    high: (columns.high[place] ?? NaN) / PRICE_SCALE,
    low: (columns.low[place] ?? NaN) / PRICE_SCALE,
    close: (columns.close[place] ?? NaN) / PRICE_SCALE,
    previousClose: Number.isNaN(reference) ? null : reference,
    previousCloseBasis: findBasis(matrix, placed, place),
    vendorLimitUp: toldPrice(columns.upLimit[place]),
    vendorLimitDown: toldPrice(columns.downLimit[place]),
    isSt: findTreatment(matrix, placed, place),
    name: findName(stock, tradeDate) ?? stock.name,
    tradingDayNo: isListing ? listDayAt(matrix, placed, place) : null,
  };
}

/** The ex-right previous close of a place, else the close before it, adjusted to a fen. NaN on a first bar without one. */
export function findReferenceClose(matrix: BarMatrix, { stock, start }: PlacedStock, place: number): number {
  const { preClose, close } = matrix.columns;
  const told = preClose[place] ?? 0;
  if (told > 0) return told / PRICE_SCALE;
  if (place === start) return NaN;
  const before = (close[place - 1] ?? NaN) / PRICE_SCALE;
  const factor = factorBefore(matrix, stock, place);
  return factor === 1 ? before : toFen(before / factor) / 100;
}

/** Whether a bar was under special treatment: by the bar, else by the name that was in force; null where nothing tells. */
export function findTreatment(matrix: BarMatrix, { stock }: PlacedStock, place: number): boolean | null {
  const told = matrix.columns.st[place] ?? -1;
  if (told >= 0) return told === 1;
  const name = findName(stock, matrix.dateAt(place));
  return name === undefined ? null : isStName(name);
}

/** The name that was in force on a day. */
export function findName({ names }: MatrixStock, day: CalendarDay): string | undefined {
  return names.findLast(({ from, to }) => from <= day && (to === null || to >= day))?.name;
}

function findBasis(matrix: BarMatrix, { stock, start }: PlacedStock, place: number): 'ex_right' | 'adjusted' | 'raw' {
  if ((matrix.columns.preClose[place] ?? 0) > 0) return 'ex_right';
  if (place === start) return 'raw';
  const [from, to] = [matrix.dateAt(place - 1), matrix.dateAt(place)];
  return stock.priceSteps.some(({ tradeDate }) => tradeDate > from && tradeDate <= to) ? 'adjusted' : 'raw';
}

/** The product of the price factors between a bar and the one before it. */
function factorBefore(matrix: BarMatrix, { priceSteps }: MatrixStock, place: number): number {
  if (priceSteps.length === 0) return 1;
  const [from, to] = [matrix.dateAt(place - 1), matrix.dateAt(place)];
  let product = 1;
  for (const { tradeDate, factor } of priceSteps) if (tradeDate > from && tradeDate <= to) product *= factor;
  return product;
}

function listDayAt(matrix: BarMatrix, { stockNo }: PlacedStock, place: number): number {
  const { openDayNos, listDayNos } = matrix.facts;
  return (openDayNos[matrix.columns.day[place] ?? 0] ?? NaN) - (listDayNos[stockNo] ?? NaN) + 1;
}

function toldPrice(stored: number | undefined): number | null {
  return stored === undefined || stored < 0 ? null : stored / PRICE_SCALE;
}
