import { type CalendarDay, MIN_DAY } from '#lib/kernel';
import { type Board, findLimitDown, findLimitUp } from '#lib/market-data';
import type { PlainBars } from './plain-bars';

/**
 * An outcome study once more, as somebody would write it who knows only the definitions: plain loops, nothing kept but the
 * returns of a pair of days. Of markets that tell prices as traded and share changes, and neither names, listings nor limits.
 */
export interface PlainQuestion {
  readonly filters: PlainFilters;
  readonly horizons: readonly number[];
  readonly overlap: 'first' | 'all';
  readonly costs: PlainCosts;
}

/** Of the universe. Special treatment is not among them: nothing tells of it in these files. */
export interface PlainFilters {
  readonly minListDays: number;
  /** Yuan. */
  readonly minAmount20: number;
  readonly boards: readonly Board[];
}

export interface PlainCosts {
  /** Basis points of a side. */
  readonly commission: number;
  /** Yuan a side, of an order of `notional` yuan. */
  readonly minCommission: number;
  readonly notional: number;
  /** Basis points of a side. */
  readonly slippage: number;
  /** Basis points of a sale; null: as the law had it on the day. */
  readonly stamp: number | null;
}

export interface PlainHit {
  readonly code: string;
  readonly day: CalendarDay;
}

export interface PlainExit {
  readonly horizon: number;
  readonly exitDate: CalendarDay;
  readonly exitPrice: number;
  readonly grossPct: number;
  readonly netPct: number;
  readonly excessPct: number;
}

export interface PlainCase {
  readonly code: string;
  readonly signalDate: CalendarDay;
  readonly outcome: 'filled' | 'unfillable' | 'pending';
  readonly entryDate: CalendarDay | null;
  readonly entryPrice: number | null;
  readonly gapPct: number | null;
  readonly exits: readonly PlainExit[];
}

export interface PlainFigures {
  readonly horizon: number;
  readonly n: number;
  readonly pending: number;
  readonly days: number;
  readonly delayedExits: number;
  readonly hitRatePct: number;
  readonly meanExcessPct: number;
  readonly medianExcessPct: number;
  readonly meanNetPct: number;
  readonly worst5Pct: number;
  readonly winRatePct: number;
  readonly winBasePct: number;
  readonly meanMfePct: number;
  readonly meanMaePct: number;
}

const TRIES = 5;
const TICK_SLACK = 0.005;
/** Two equal returns that were computed from other prices differ by so much at most. */
const ROUNDING = 1e-12;

/** A stock's bars, found by the number of the market's day. */
interface PlacedBars {
  readonly bars: PlainBars;
  /** Position of the newest bar at or before each day; -1 before the first. */
  readonly newest: Int32Array;
  /** Whether the stock has a bar of each day. */
  readonly trades: Uint8Array;
  /** By position: shares that one share of the first bar has become. A price times it compares with those of all other days. */
  readonly shares: Float64Array;
  /** By day, adjusted: the open, NaN without a bar; the newest close, NaN before the first. */
  readonly bought: Float64Array;
  readonly worth: Float64Array;
}

/** An outcome before the excess is known. `entry` and `exits` are numbers of days. */
interface Followed {
  readonly stock: PlacedBars;
  readonly signal: number;
  readonly outcome: PlainCase['outcome'];
  readonly entry: number;
  /** By horizon; undefined: there is none yet. */
  readonly exits: readonly (number | undefined)[];
}

/** The whole market by days. */
export class PlainMarket {
  private readonly numbers: ReadonlyMap<CalendarDay, number>;
  readonly stocks: ReadonlyMap<string, PlacedBars>;

  /** @param days All open days, oldest first. @param bars Every stored bar. */
  constructor(
    readonly days: readonly CalendarDay[],
    bars: readonly PlainBars[],
  ) {
    this.numbers = new Map(days.map((day, no) => [day, no]));
    this.stocks = new Map(bars.map((each) => [each.code, placeBars(each, this.numbers, days.length)]));
  }

  stock(code: string): PlacedBars {
    const found = this.stocks.get(code);
    if (found === undefined) throw new Error(`${code} has no bars`);
    return found;
  }

  numberOf(day: CalendarDay): number {
    const found = this.numbers.get(day);
    if (found === undefined) throw new Error(`${day} is not an open day`);
    return found;
  }

  dayAt(no: number): CalendarDay {
    const day = this.days[no];
    if (day === undefined) throw new Error(`the market has no day ${String(no)}`);
    return day;
  }
}

export class PlainStudy {
  private readonly benchmarks = new Map<string, { median: number; winPct: number }>();
  private readonly universes = new Map<number, PlacedBars[]>();

  constructor(
    private readonly market: PlainMarket,
    private readonly question: PlainQuestion,
  ) {}

  /** Whether the filters leave a stock in by its bar of a day. */
  passes(code: string, day: CalendarDay): boolean {
    return passesOn(this.market.stock(code), this.market.numberOf(day), this.question.filters);
  }

  /** Cases by signal day, then code, and the figures of each horizon. @param hits In any order. */
  run(hits: readonly PlainHit[]): { cases: PlainCase[]; figures: PlainFigures[] } {
    const kept = this.keep(hits);
    return {
      cases: kept.map((one) => this.describe(one)),
      figures: this.question.horizons.map((horizon, index) => this.measure(kept, horizon, index)),
    };
  }

  private keep(hits: readonly PlainHit[]): Followed[] {
    const inOrder = hits.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
    const freeFrom = new Map<string, number>();
    const kept: Followed[] = [];
    for (const { code, day } of inOrder) {
      const followed = this.follow(this.market.stock(code), this.market.numberOf(day));
      if (this.question.overlap === 'first') {
        const begins = followed.outcome === 'filled' ? followed.entry : followed.signal + 1;
        if (begins < (freeFrom.get(code) ?? 0)) continue;
        if (followed.outcome === 'filled') freeFrom.set(code, (followed.exits.at(-1) ?? Infinity) + 1);
      }
      kept.push(followed);
    }
    return kept;
  }

  private follow(stock: PlacedBars, signal: number): Followed {
    for (let entry = signal + 1; entry <= signal + TRIES; entry += 1) {
      if (entry >= this.market.days.length) return { stock, signal, outcome: 'pending', entry: NaN, exits: [] };
      if (stock.trades[entry] !== 1 || opensAtLimit(stock, entry)) continue;
      const exits = this.question.horizons.map((horizon) => this.findExit(stock, entry + horizon));
      return { stock, signal, outcome: 'filled', entry, exits };
    }
    return { stock, signal, outcome: 'unfillable', entry: NaN, exits: [] };
  }

  /** The first day from the planned one on at whose close the stock can be sold. */
  private findExit(stock: PlacedBars, planned: number): number | undefined {
    for (let day = planned; day < this.market.days.length; day += 1) {
      if (stock.trades[day] === 1 && !isLockedDown(stock, day)) return day;
    }
    return undefined;
  }

  private describe({ stock, signal, outcome, entry, exits }: Followed): PlainCase {
    const facts = { code: stock.bars.code, signalDate: this.market.dayAt(signal), outcome };
    if (outcome !== 'filled') return { ...facts, entryDate: null, entryPrice: null, gapPct: null, exits: [] };
    const done = this.question.horizons.flatMap((horizon, index): PlainExit[] => {
      const exit = exits[index];
      if (exit === undefined) return [];
      const gross = returnOf(stock, entry, exit);
      return [
        {
          ...{ horizon, exitDate: this.market.dayAt(exit), exitPrice: priceOf('close', stock, exit) },
          ...{ grossPct: gross * 100, netPct: this.netOf(gross, entry, exit) * 100 },
          excessPct: (gross - this.benchmark(entry, exit).median) * 100,
        },
      ];
    });
    return {
      ...facts,
      ...{ entryDate: this.market.dayAt(entry), entryPrice: priceOf('open', stock, entry) },
      gapPct: (at(stock.bought, entry) / at(stock.worth, signal) - 1) * 100,
      exits: done,
    };
  }

  private measure(kept: readonly Followed[], horizon: number, index: number): PlainFigures {
    const filled = kept.filter(({ outcome }) => outcome === 'filled');
    const rows = filled.flatMap(({ stock, entry, exits }) => {
      const exit = exits[index];
      if (exit === undefined) return [];
      const gross = returnOf(stock, entry, exit);
      const { median, winPct } = this.benchmark(entry, exit);
      return [
        {
          ...{ entry, waited: exit > entry + horizon, excess: (gross - median) * 100 },
          ...{ net: this.netOf(gross, entry, exit) * 100, winPct, ...extremesOf(stock, entry, exit) },
        },
      ];
    });
    const excesses = rows.map(({ excess }) => excess);
    const nets = rows.map(({ net }) => net);
    return {
      ...{ horizon, n: rows.length, pending: filled.length - rows.length },
      days: new Set(rows.map(({ entry }) => entry)).size,
      delayedExits: rows.filter(({ waited }) => waited).length,
      hitRatePct: shareAbove(excesses, ROUNDING * 100),
      meanExcessPct: meanOf(excesses),
      medianExcessPct: medianOf(excesses),
      meanNetPct: meanOf(nets),
      worst5Pct: quantileOf(nets, 0.05),
      winRatePct: shareAbove(nets, 0),
      winBasePct: meanOf(rows.map(({ winPct }) => winPct)),
      meanMfePct: meanOf(rows.map(({ bestPct }) => bestPct)),
      meanMaePct: meanOf(rows.map(({ worstPct }) => worstPct)),
    };
  }

  /** Of all stocks that could have been chosen the evening before: the median return, and how many earned more than their costs. */
  private benchmark(entry: number, exit: number): { median: number; winPct: number } {
    const key = `${String(entry)} ${String(exit)}`;
    const known = this.benchmarks.get(key);
    if (known !== undefined) return known;
    const returns = this.universe(entry).map((stock) => returnOf(stock, entry, exit));
    const kept = this.keptOf(entry, exit);
    const nets = returns.map((gross) => (1 + gross) * kept - 1);
    const found = { median: medianOf(returns), winPct: shareAbove(nets, 0) };
    this.benchmarks.set(key, found);
    return found;
  }

  private universe(entry: number): PlacedBars[] {
    const known = this.universes.get(entry);
    if (known !== undefined) return known;
    const found = [...this.market.stocks.values()].filter(
      (stock) => stock.trades[entry] === 1 && entry > 0 && passesOn(stock, entry - 1, this.question.filters),
    );
    this.universes.set(entry, found);
    return found;
  }

  /** What costs leave of a purchase on one day that is sold on another, as a share. */
  private keptOf(entry: number, exit: number): number {
    const { costs } = this.question;
    const [bought, sold] = [this.market.dayAt(entry), this.market.dayAt(exit)];
    return (1 - sideOf(costs, sold) - stampOf(costs, sold)) / (1 + sideOf(costs, bought));
  }

  private netOf(gross: number, entry: number, exit: number): number {
    return (1 + gross) * this.keptOf(entry, exit) - 1;
  }
}

/** Commission, slippage and transfer fee of a side, as a share of it. */
function sideOf({ commission, minCommission, notional, slippage }: PlainCosts, day: CalendarDay): number {
  const transfer = day < '2022-04-29' ? 0.2 : 0.1;
  return Math.max(commission / 10_000, minCommission / notional) + (slippage + transfer) / 10_000;
}

/** Stamp duty of a sale, as a share of it. */
function stampOf({ stamp }: PlainCosts, day: CalendarDay): number {
  return (stamp ?? (day < '2023-08-28' ? 10 : 5)) / 10_000;
}

/** By the newest bar of an evening. */
function passesOn({ bars, newest }: PlacedBars, evening: number, filters: PlainFilters): boolean {
  const count = at(newest, evening) + 1;
  if (count === 0 || count < filters.minListDays || !filters.boards.includes(boardOf(bars.code))) return false;
  return filters.minAmount20 === 0 || meanOf(bars.amount.slice(Math.max(0, count - 20), count)) >= filters.minAmount20;
}

/** Of the files' stocks, which are of two boards. */
function boardOf(code: string): Board {
  return code.startsWith('688') || code.startsWith('689') ? 'star' : 'main';
}

/** To the close of a day: a stock without a bar then is worth what it was worth at its last close before. */
function returnOf(stock: PlacedBars, entry: number, exit: number): number {
  return at(stock.worth, exit) / at(stock.bought, entry) - 1;
}

type Price = 'open' | 'high' | 'low' | 'close';

/** As traded, of the newest bar at or before a day. */
function priceOf(price: Price, { bars, newest }: PlacedBars, day: number): number {
  return at(bars[price], at(newest, day));
}

function adjusted(price: Price, stock: PlacedBars, day: number): number {
  return priceOf(price, stock, day) * at(stock.shares, at(stock.newest, day));
}

/** The best price on the way that could be had, and the worst: what was bought today can't be sold today. */
function extremesOf(stock: PlacedBars, entry: number, exit: number): { bestPct: number; worstPct: number } {
  const bought = at(stock.bought, entry);
  let [best, worst] = [-Infinity, adjusted('low', stock, entry)];
  for (let day = entry + 1; day <= exit; day += 1) {
    if (stock.trades[day] !== 1) continue;
    best = Math.max(best, adjusted('high', stock, day));
    worst = Math.min(worst, adjusted('low', stock, day));
  }
  return { bestPct: (best / bought - 1) * 100, worstPct: (worst / bought - 1) * 100 };
}

function placeBars(bars: PlainBars, numbers: ReadonlyMap<CalendarDay, number>, count: number): PlacedBars {
  const [newest, trades] = [new Int32Array(count).fill(-1), new Uint8Array(count)];
  const [bought, worth] = [new Float64Array(count).fill(NaN), new Float64Array(count).fill(NaN)];
  const shares = new Float64Array(bars.days.length);
  const issues = new Map(bars.issues.map(({ day, factor }) => [day, factor]));
  let product = 1;
  for (const [index, day] of bars.days.entries()) {
    product *= issues.get(day) ?? 1;
    shares[index] = product;
    const no = numbers.get(day) ?? NaN;
    newest[no] = index;
    trades[no] = 1;
    bought[no] = at(bars.open, index) * product;
    worth[no] = at(bars.close, index) * product;
  }
  for (let no = 1; no < count; no += 1) {
    if (trades[no] === 1) continue;
    newest[no] = at(newest, no - 1);
    worth[no] = at(worth, no - 1);
  }
  return { bars, newest, trades, shares, bought, worth };
}

/** Nobody who comes in the morning gets shares of a stock that opens at its upper limit. */
function opensAtLimit(stock: PlacedBars, day: number): boolean {
  const limit = limitOf(findLimitUp, stock, day);
  return limit !== null && priceOf('open', stock, day) >= limit - TICK_SLACK;
}

/** A day at the lower limit and at no other price: nobody buys. */
function isLockedDown(stock: PlacedBars, day: number): boolean {
  const limit = limitOf(findLimitDown, stock, day);
  const low = priceOf('low', stock, day);
  return limit !== null && priceOf('high', stock, day) === low && low <= limit + TICK_SLACK;
}

/** A limit price by the rule of board and date; null on a first bar, of which the close before is not known. */
function limitOf(find: typeof findLimitUp, { bars, newest, shares }: PlacedBars, day: number): number | null {
  const index = at(newest, day);
  if (index === 0) return null;
  const before = (at(bars.close, index - 1) * at(shares, index - 1)) / at(shares, index);
  return find(boardOf(bars.code), {
    tradeDate: bars.days[index] ?? MIN_DAY,
    ...{ high: at(bars.high, index), low: at(bars.low, index), close: at(bars.close, index) },
    previousClose: Math.round(before * 100) / 100,
    ...{ vendorLimitUp: null, vendorLimitDown: null, isSt: null },
  });
}

function orderOf({ code, day }: PlainHit): string {
  return `${day} ${code}`;
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? NaN;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shareAbove(values: readonly number[], limit: number): number {
  return (values.filter((value) => value > limit).length / values.length) * 100;
}

/** The middle value, or the mean of the two middle ones. */
function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return (at(sorted, Math.floor((sorted.length - 1) / 2)) + at(sorted, Math.ceil((sorted.length - 1) / 2))) / 2;
}

/** By linear interpolation between the two values around the place. */
function quantileOf(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const [below, above] = [at(sorted, Math.floor(place)), at(sorted, Math.ceil(place))];
  return below + (above - below) * (place - Math.floor(place));
}
