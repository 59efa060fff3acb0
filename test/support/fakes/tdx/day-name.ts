import { findExRight } from './ex-right';
import { cutToGbkBytes } from './gbk';
import type { StockLife } from './stock-life';

/** TongDaXin's names of stocks end after this many bytes, so a mark of the day costs the end of the name. */
const NAME_BYTES = 8;
/** The first day of trading is marked N, the next four C. */
const CALLED_NEW = 1;
const CALLED_FRESH = 5;

export interface DayName {
  /** Number of the last bar on or before the day. */
  readonly index: number;
  /** Whether the stock trades on the day. */
  readonly trades: boolean;
  /** Whether the day lies in the last weeks of a stock that leaves the market. */
  readonly isLeaving: boolean;
  /** Whether XD, XR, DR, N and C are written. */
  readonly marks: boolean;
}

/** The name of a stock as a day's package has it. */
export function nameOnDay(life: StockLife, { index, trades, isLeaving, marks }: DayName): string {
  const { isSt } = life.bars.at(index);
  const name = isLeaving ? leavingName(life) : life.nameOf({ isSt });
  return cutToGbkBytes((marks && trades ? markOf(life, index) : '') + name, NAME_BYTES);
}

function leavingName(life: StockLife): string {
  const stem = [...life.nameOf({ isSt: false })].slice(0, 2).join('');
  return life.market === 'sh' ? `退市${stem}` : `${stem}退`;
}

/** XD: cash. XR: new shares. DR: both. */
function markOf({ bars, isNewcomer }: StockLife, index: number): string {
  if (isNewcomer && index < CALLED_NEW) return 'N';
  if (isNewcomer && index < CALLED_FRESH) return 'C';
  if (index === 0) return '';
  const exRight = findExRight(bars.closeAt(index - 1), bars.at(index).previousClose);
  if (exRight === undefined) return '';
  if (exRight.bonusPerTen === 0) return 'XD';
  return exRight.cashPerTen === 0 ? 'XR' : 'DR';
}
