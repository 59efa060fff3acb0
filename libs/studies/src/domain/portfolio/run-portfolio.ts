import { toFen } from './order-costs';
import type { PortfolioPlan } from './plan-entries';
import type { PortfolioBars, PortfolioStock } from './portfolio-input';
import {
  decideExit,
  lastClosePassed,
  opensAtLimitDown,
  valuePosition,
  type ExitReason,
  type Position,
} from './position';
import { sizePurchase } from './size-purchase';

export interface RunOptions {
  /** Day of the span, from 0 on, on whose evening the first signals are taken. */
  readonly startOffset: number;
  /** In [0, 1): draws the order of hits of equal rank. */
  readonly random: () => number;
}

/** A purchase and, where it was sold, its sale. Money in fen, days are numbers within the span. */
export interface RunTrade {
  readonly stock: number;
  readonly entryDay: number;
  /** Yuan a share, as traded. */
  readonly entryPrice: number;
  readonly shares: number;
  /** null: held at the end, at its last close. */
  readonly exit: { readonly day: number; readonly price: number; readonly reason: ExitReason } | null;
  /** The amount of the purchase with its costs. */
  readonly paid: number;
  /** What the sale brought after its costs, or what the position is worth. */
  readonly received: number;
  /** Of both sides. */
  readonly costs: number;
}

/** What became of the hits whose turn came. */
export interface TurnCounts {
  bought: number;
  /** There was room, but none of the tries could be bought. */
  missed: number;
  /** Money, or the day's trading, was not enough for one lot. */
  tooSmall: number;
  /** All positions were taken. */
  noRoom: number;
  /** The stock was held already, or sold on the same day. */
  alreadyHeld: number;
}

/** One path. By day of the span; before the start the equity is the capital. Money in fen. */
export interface PortfolioRun {
  readonly startDay: number;
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  /** In the order of their sales; those still held come last. */
  readonly trades: readonly RunTrade[];
  readonly counts: Readonly<TurnCounts>;
  /** Later returns of the missed hits: their sum, and of how many it is known. */
  readonly missedLater: { readonly sum: number; readonly known: number };
  /** Amounts of all purchases and sales. */
  readonly turnover: number;
}

/** Runs one path of a portfolio (outcomes.md, section 5): at an open what was decided is sold, then hits are bought by rank; at the
 * close positions are valued, and decided on. */
export function runPortfolio(plan: PortfolioPlan, options: RunOptions): PortfolioRun {
  return new Path(plan, options).run();
}

/** Later than any day. */
const HELD = 0x7fffffff;

class Path {
  private readonly positions: Position[] = [];
  private readonly trades: RunTrade[] = [];
  private readonly counts: TurnCounts = { bought: 0, missed: 0, tooSmall: 0, noRoom: 0, alreadyHeld: 0 };
  private readonly missedLater = { sum: 0, known: 0 };
  /** Places of the turns, shuffled as far as they are looked at. */
  private readonly order: Int32Array;
  /** By stock: the last day on which it may not be bought. */
  private readonly heldUntil: Int32Array;
  private readonly startDay: number;
  private cash: number;
  private equity: number;
  private turnover = 0;

  constructor(
    private readonly plan: PortfolioPlan,
    private readonly options: RunOptions,
  ) {
    this.order = plan.turns.places.slice();
    this.heldUntil = new Int32Array(plan.stocks.length).fill(-1);
    this.startDay = Math.max(0, Math.min(options.startOffset, plan.market.days.dates.length - 1));
    this.cash = plan.capital;
    this.equity = plan.capital;
  }

  run(): PortfolioRun {
    const days = this.plan.market.days.dates.length;
    const equity = new Float64Array(days).fill(this.plan.capital);
    const cash = new Float64Array(days).fill(this.plan.capital);
    for (let day = this.startDay; day < days; day += 1) {
      this.sellDecided(day);
      this.buyByRank(day);
      this.closeDay(day);
      equity[day] = this.equity;
      cash[day] = this.cash;
    }
    for (const position of this.positions) {
      this.trades.push(toTrade(position, { exit: null, received: position.value, costs: 0 }));
    }
    const { startDay, trades, counts, missedLater, turnover } = this;
    return { startDay, equity, cash, trades, counts, missedLater, turnover };
  }

  private sellDecided(day: number): void {
    const openDay = this.plan.market.days.first + day;
    let kept = 0;
    for (const position of this.positions) {
      const { bars } = position;
      while ((bars.openDay[position.at + 1] ?? Infinity) <= openDay && position.at + 1 < bars.count) position.at += 1;
      if (!this.trySale(position, day, openDay)) this.positions[kept++] = position;
    }
    this.positions.length = kept;
  }

  private trySale(position: Position, day: number, openDay: number): boolean {
    const { bars, at, leaving } = position;
    if (lastClosePassed(position, openDay)) {
      this.sell(position, day, { price: bars.tradedClose[at] ?? NaN, reason: 'delisted' });
      return true;
    }
    if (leaving === null || !opens(bars, at, openDay) || opensAtLimitDown(bars, at)) return false;
    this.sell(position, day, { price: bars.tradedOpen[at] ?? NaN, reason: leaving });
    return true;
  }

  private sell(position: Position, day: number, { price, reason }: { price: number; reason: ExitReason }): void {
    const amount = valuePosition(position, price);
    const costs = this.plan.costs.sell(day, amount);
    this.cash += amount - costs;
    this.turnover += amount;
    this.heldUntil[position.stock] = day;
    this.trades.push(toTrade(position, { exit: { day, price, reason }, received: amount - costs, costs }));
  }

  private buyByRank(day: number): void {
    const { turns, positions } = this.plan;
    const end = turns.dayStart[day + 1] ?? 0;
    for (let next = turns.dayStart[day] ?? 0; next < end; next += 1) {
      if (this.positions.length >= positions) {
        this.counts.noRoom += this.countSignals(next, end);
        return;
      }
      const turn = this.drawTurn(next);
      if ((turns.signal[turn] ?? 0) >= this.startDay) this.takeTurn(turn, day);
    }
  }

  /** How many of a day's hits came since the start. */
  private countSignals(from: number, end: number): number {
    let before = from;
    while (before < end && (this.plan.turns.signal[before] ?? 0) < this.startDay) before += 1;
    return end - before;
  }

  /** The next hit by rank: any of those of equal rank that are left, which changes places with the one that stands there. */
  private drawTurn(place: number): number {
    const { order } = this;
    const ties = (this.plan.turns.tieEnd[place] ?? 0) - place;
    const drawn = ties > 1 ? place + Math.floor(this.options.random() * ties) : place;
    const turn = order[drawn] ?? 0;
    order[drawn] = order[place] ?? 0;
    order[place] = turn;
    return turn;
  }

  private takeTurn(turn: number, day: number): void {
    const { stocks, turns } = this.plan;
    const stock = turns.stock[turn] ?? 0;
    const held = stocks[stock];
    if (held === undefined) return;
    if ((this.heldUntil[stock] ?? 0) >= day) this.counts.alreadyHeld += 1;
    else if ((turns.entry[turn] ?? 0) < 0) this.miss(turns.later[turn] ?? NaN);
    else this.buy(held, turn, day);
  }

  private miss(later: number): void {
    this.counts.missed += 1;
    if (Number.isNaN(later)) return;
    this.missedLater.sum += later;
    this.missedLater.known += 1;
  }

  private buy({ board, isDelisted, bars }: PortfolioStock, turn: number, day: number): void {
    const { costs, positions, turns } = this.plan;
    const [stock, price] = [turns.stock[turn] ?? 0, turns.price[turn] ?? NaN];
    const budget = Math.min(Math.floor(this.equity / positions), this.cash);
    const shares = sizePurchase(board, { budget, price, amount: turns.amount[turn] ?? NaN, costs, day });
    // Not a number where the bar has no price.
    if (!(shares > 0)) {
      this.counts.tooSmall += 1;
      return;
    }
    const amount = toFen(shares * price);
    const cost = costs.buy(day, amount);
    this.cash -= amount + cost;
    this.turnover += amount;
    this.counts.bought += 1;
    this.heldUntil[stock] = HELD;
    const entryFactor = turns.factor[turn] ?? NaN;
    // One plain literal: objects that are spread together are some ten times as slow to make, and to read.
    this.positions.push({
      stock,
      isDelisted,
      bars,
      at: turns.entry[turn] ?? 0,
      entryDay: day,
      entryPrice: price,
      entryAdjusted: price * entryFactor,
      shares,
      entryFactor,
      paid: amount + cost,
      costs: cost,
      value: amount,
      peak: price * entryFactor,
      leaving: null,
    });
  }

  /** Values positions at their close, a suspended one at its last, and decides what is sold at the next open. */
  private closeDay(day: number): void {
    const openDay = this.plan.market.days.first + day;
    let held = 0;
    for (const position of this.positions) {
      const { bars, at } = position;
      const close = bars.tradedClose[at] ?? NaN;
      const adjusted = close * (bars.factor[at] ?? NaN);
      if (bars.openDay[at] === openDay && adjusted > 0) {
        position.value = valuePosition(position, close);
        if (adjusted > position.peak) position.peak = adjusted;
      }
      position.leaving ??= decideExit(this.plan.exit, position, { day, adjusted });
      held += position.value;
    }
    this.equity = this.cash + held;
  }
}

/** Whether a stock trades on a day. */
function opens({ openDay, amount, tradedOpen }: PortfolioBars, at: number, day: number): boolean {
  return openDay[at] === day && amount[at] !== 0 && (tradedOpen[at] ?? NaN) > 0;
}

/** @param sale Or what it is worth; its costs are those of the sale alone. */
function toTrade(
  { stock, entryDay, entryPrice, shares, paid, costs }: Position,
  sale: Pick<RunTrade, 'exit' | 'received' | 'costs'>,
): RunTrade {
  const { exit, received } = sale;
  return { stock, entryDay, entryPrice, shares, exit, paid, received, costs: costs + sale.costs };
}
