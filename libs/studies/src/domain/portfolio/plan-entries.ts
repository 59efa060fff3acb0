import { findFirstFrom } from '#lib/kernel';
import { findEntry, findExit, measureReturn } from '#lib/outcomes/domain';
import { chargeOrders, toFen, type OrderCosts } from './order-costs';
import type { PortfolioBars, PortfolioMarket, PortfolioRules, PortfolioStock } from './portfolio-input';

/** The hits in the order in which they are tried. All arrays have one entry per hit. */
interface Turns {
  readonly stock: Int32Array;
  /** Day of the signal. */
  readonly signal: Int32Array;
  /** Position of the bar at whose open it can be bought; -1: at none of its five tries. */
  readonly entry: Int32Array;
  /** Of that bar, read once: yuan a share as traded, yuan traded on the day, the factor of the adjustment. NaN where there is none. */
  readonly price: Float64Array;
  readonly amount: Float64Array;
  readonly factor: Float64Array;
  /** Of a hit that can't be bought: its return from its first open until it would have been sold; NaN: not known. */
  readonly later: Float64Array;
  /** The places themselves, from which each path draws its order. */
  readonly places: Int32Array;
  /** Place behind the last hit of the same rank, whose order is drawn by lot. */
  readonly tieEnd: Int32Array;
  /** By day of the span, and one more: place of the first hit that is tried on it or later. */
  readonly dayStart: Int32Array;
}

/** What does not depend on the path of a portfolio. Days are numbers within the span, from 0 on; money is in fen. */
export interface PortfolioPlan extends Pick<PortfolioRules, 'positions' | 'exit'> {
  readonly market: PortfolioMarket;
  /** By stock number; only stocks that have a hit. */
  readonly stocks: readonly (PortfolioStock | undefined)[];
  readonly capital: number;
  readonly costs: OrderCosts;
  readonly turns: Turns;
}

interface Turn {
  /** The day of the purchase, or of the first try where none succeeds. */
  readonly day: number;
  readonly signal: number;
  readonly rank: number;
  readonly stock: number;
  readonly entry: number;
  readonly later: number;
}

/**
 * Finds the day on which each hit can be bought, by the rule of the study (at most five open days), so that many paths may be
 * run over the same hits. A hit whose tries reach beyond the span is left out.
 * @throws Error for a hit without a bar on its day, since that is a bug of ours.
 */
export function planEntries(market: PortfolioMarket, rules: PortfolioRules): PortfolioPlan {
  const { hits, days } = market;
  const stocks: (PortfolioStock | undefined)[] = [];
  const turns: Turn[] = [];
  for (let hit = 0; hit < hits.stock.length; hit += 1) {
    const stock = hits.stock[hit] ?? 0;
    const held = (stocks[stock] ??= holdColumns(market.readStock(stock)));
    const day = hits.day[hit] ?? NaN;
    const found = day < days.first ? undefined : findTurn(held, day, market, rules.exit.days);
    if (found === undefined) continue;
    const { entry, later } = found;
    turns.push({ day: found.day, signal: day - days.first, rank: hits.rank[hit] ?? 0, stock, entry, later });
  }
  return {
    ...{ market, stocks, positions: rules.positions, exit: rules.exit },
    ...{ capital: toFen(rules.capital), costs: chargeOrders(rules.costs, days.dates) },
    turns: orderTurns(turns, days.dates.length, stocks),
  };
}

/** The same columns in plain properties: a getter would make a view of its memory on every day of every path. */
function holdColumns({ code, board, isDelisted, bars }: PortfolioStock): PortfolioStock {
  return {
    code,
    board,
    isDelisted,
    bars: {
      count: bars.count,
      openDay: bars.openDay,
      tradedOpen: bars.tradedOpen,
      tradedHigh: bars.tradedHigh,
      tradedLow: bars.tradedLow,
      tradedClose: bars.tradedClose,
      limitUpAt: (at) => bars.limitUpAt(at),
      limitDownAt: (at) => bars.limitDownAt(at),
      open: bars.open,
      high: bars.high,
      low: bars.low,
      close: bars.close,
      amount: bars.amount,
      factor: bars.factor,
    },
  };
}

function findTurn(
  { bars, isDelisted }: PortfolioStock,
  signal: number,
  { days }: PortfolioMarket,
  horizon: number,
): Pick<Turn, 'day' | 'entry' | 'later'> | undefined {
  const lastDay = days.first + days.dates.length - 1;
  const calendar = { lastDay, isDelisted };
  const hit = findBar(bars, signal);
  const entry = findEntry(bars, hit, calendar);
  if (entry.outcome === 'filled') {
    const day = bars.openDay[entry.at] ?? NaN;
    return day > lastDay ? undefined : { day: day - days.first, entry: entry.at, later: NaN };
  }
  if (entry.outcome === 'pending' || signal + 1 > lastDay) return undefined;
  const exit = hit + 1 < bars.count ? findExit(bars, hit + 1, horizon, calendar) : undefined;
  const later = exit === undefined ? NaN : measureReturn(bars, hit + 1, exit.at).gross;
  return { day: signal + 1 - days.first, entry: -1, later };
}

/** By day, then the older signal, then rank. */
function orderTurns(turns: Turn[], days: number, stocks: PortfolioPlan['stocks']): Turns {
  turns.sort((a, b) => a.day - b.day || a.signal - b.signal || a.rank - b.rank || a.stock - b.stock);
  const tieEnd = new Int32Array(turns.length);
  const dayStart = new Int32Array(days + 1);
  for (let place = turns.length - 1; place >= 0; place -= 1) {
    const [turn, next] = [turns[place], turns[place + 1]];
    const tied = turn?.day === next?.day && turn?.signal === next?.signal && turn?.rank === next?.rank;
    tieEnd[place] = tied ? (tieEnd[place + 1] ?? 0) : place + 1;
  }
  for (let [day, place] = [0, 0]; day <= days; day += 1) {
    while ((turns[place]?.day ?? Infinity) < day) place += 1;
    dayStart[day] = place;
  }
  const read = (column: 'tradedOpen' | 'amount' | 'factor'): Float64Array =>
    Float64Array.from(turns, ({ stock, entry }) => stocks[stock]?.bars[column][entry] ?? NaN);
  return {
    ...{ price: read('tradedOpen'), amount: read('amount'), factor: read('factor') },
    ...{ stock: Int32Array.from(turns, ({ stock }) => stock), signal: Int32Array.from(turns, ({ signal }) => signal) },
    ...{ entry: Int32Array.from(turns, ({ entry }) => entry), later: Float64Array.from(turns, ({ later }) => later) },
    ...{ places: tieEnd.map((_, place) => place), tieEnd, dayStart },
  };
}

/** Position of the bar of a day. */
function findBar({ openDay, count }: PortfolioBars, day: number): number {
  const place = findFirstFrom(openDay, day, 0, count);
  if (place >= count || openDay[place] !== day) throw new Error(`a hit without a bar on open day ${day}`);
  return place;
}
