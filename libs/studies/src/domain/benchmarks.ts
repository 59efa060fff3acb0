import type { CalendarDay } from '#lib/kernel';
import { buyCost, sellCost, type TradingCosts } from '#lib/outcomes/domain';
import { ControlPicker, type Controls } from './market/control-picker';
import { Likeness } from './market/likeness';
import type { MarketDays } from './market/market-days';
import { Universe } from './market/universe';
import { MedianTracker } from './median-tracker';
import { RandomLists } from './random-lists';
import { selectMedian } from './select-median';
import type { FilledCase } from './study-case';

/** Open days after the entry that the path of a study shows: each one first, then every fifth. */
export const PATH_DAYS: readonly number[] = [
  ...Array.from({ length: 41 }, (_, index) => index - 10),
  ...[35, 40, 45, 50, 55, 60],
];

/** What the exits of a horizon are held against, by case; NaN where it has no exit. Returns are shares. */
export interface ExitBenchmarks {
  /** Gross return less the median of the universe over the same days. */
  readonly excess: Float64Array;
  /** Share of the universe with a net return above 0. */
  readonly winBase: Float64Array;
  /** Share of the matched controls that beat the median; NaN: the case has none. */
  readonly controlHits: Float64Array;
  /** Gross return less the median of the matched controls; NaN: the case has none. */
  readonly overControls: Float64Array;
}

/** By case, in the order in which they were given. */
export interface Benchmarks {
  /** By the study's horizons. */
  readonly exits: readonly ExitBenchmarks[];
  /** Excess on each day of the path, by case; NaN: not known. */
  readonly path: readonly Float64Array[];
  /** The same of the median of the matched controls. */
  readonly controlPath: readonly Float64Array[];
  /** Mean excesses of lists that luck picks, sorted, by the study's horizons. */
  readonly lists: readonly Float64Array[];
}

export interface BenchmarkOptions {
  readonly horizons: readonly number[];
  readonly costs: TradingCosts;
  /** Lists that luck picks. */
  readonly lists: number;
  /** In [0, 1), of a seed: one for the controls, and one a horizon for the lists. */
  readonly random: (purpose: string) => () => number;
  /** Whether a stock was a hit on a day. */
  readonly isHit: (stockNo: number, day: number) => boolean;
  readonly dateOf: (day: number) => CalendarDay;
  /** Of the market, by day. */
  readonly index: Float64Array;
}

/**
 * Holds cases against the stocks of their entry days: the median of all, those that are alike, and lists that luck picks
 * (outcomes.md, section 3).
 * @param cases With an entry, by the day of it.
 */
export function compareWithMarket(
  cases: readonly FilledCase[],
  market: MarketDays,
  options: BenchmarkOptions,
): Benchmarks {
  const comparison = new Comparison(cases, market, options);
  for (let first = 0; first < cases.length;) {
    const day = cases[first]?.entry.day ?? 0;
    let end = first + 1;
    while (cases[end]?.entry.day === day) end += 1;
    comparison.addDay(day, first, end);
    first = end;
  }
  return comparison.finish();
}

class Comparison {
  private readonly exits: readonly ExitBenchmarks[];
  private readonly path: readonly Float64Array[];
  private readonly controlPath: readonly Float64Array[];
  private readonly lists: RandomLists;
  private readonly picker: ControlPicker;
  /** Of the last entry day. */
  private likeness: Likeness | undefined;
  /** Of the controls of a case: as many places as it has controls. */
  private returns = new Float64Array(0);
  /** By the day of the path. */
  private readonly medians = PATH_DAYS.map(() => new MedianTracker());

  constructor(
    private readonly cases: readonly FilledCase[],
    private readonly market: MarketDays,
    private readonly options: BenchmarkOptions,
  ) {
    const column = () => new Float64Array(cases.length).fill(NaN);
    [this.path, this.controlPath] = [PATH_DAYS.map(column), PATH_DAYS.map(column)];
    this.exits = options.horizons.map(() => ({
      ...{ excess: column(), winBase: column(), controlHits: column(), overControls: column() },
    }));
    this.lists = new RandomLists(options.lists, options.horizons.length, options.random('lists'));
    this.picker = new ControlPicker(options.random('controls'), options.isHit);
  }

  /** Adds the cases [first, end), which entered on one day. */
  addDay(day: number, first: number, end: number): void {
    const universe = new Universe(this.market, this.options.index, day);
    const cases = this.cases.slice(first, end);
    this.likeness = new Likeness(this.market, universe, this.likeness);
    const controls = this.picker.pick(cases, this.likeness);
    if (this.returns.length < controls.stocks.length) this.returns = new Float64Array(controls.stocks.length);
    this.addPath(universe, first, cases, controls);
    this.addExits(universe, first, cases, controls);
    this.addLists(universe, cases);
  }

  finish(): Benchmarks {
    return {
      exits: this.exits,
      path: this.path,
      controlPath: this.controlPath,
      lists: this.options.horizons.map((_, index) => this.lists.means(index)),
    };
  }

  private addLists(universe: Universe, cases: readonly FilledCase[]): void {
    const days = this.options.horizons.map((horizon, index) => {
      const held = cases.filter(({ entry }) => entry.exits[index] !== undefined).length;
      const to = this.market.dayAfter(universe.day, horizon);
      if (held === 0 || to === undefined) return { held: 0, excess: new Float64Array(universe.stocks.length) };
      return { held, excess: universe.excessTo(to) };
    });
    this.lists.addDay(days);
  }

  private addExits(universe: Universe, first: number, cases: readonly FilledCase[], controls: Controls): void {
    for (const [horizon, columns] of this.exits.entries()) {
      for (const [index, { entry }] of cases.entries()) {
        const exit = entry.exits[horizon];
        if (exit === undefined) continue;
        const { day, gross } = exit;
        const median = universe.medianTo(day);
        const count = this.readReturns(universe, controls, index, day);
        columns.excess[first + index] = gross - median;
        columns.winBase[first + index] = universe.winnersTo(day, this.breakEven(entry.day, day));
        columns.controlHits[first + index] = this.countAbove(median, count) / count;
        columns.overControls[first + index] = gross - selectMedian(this.returns, count);
      }
    }
  }

  private countAbove(median: number, count: number): number {
    let above = 0;
    for (let place = 0; place < count; place += 1) above += +((this.returns[place] ?? NaN) > median);
    return above;
  }

  /** The gross return that costs use up. */
  private breakEven(bought: number, sold: number): number {
    const { costs, dateOf } = this.options;
    return (1 + buyCost(costs, dateOf(bought))) / (1 - sellCost(costs, dateOf(sold))) - 1;
  }

  private addPath(universe: Universe, first: number, cases: readonly FilledCase[], controls: Controls): void {
    for (const [place, distance] of PATH_DAYS.entries()) {
      const to = this.pathDay(universe.day, distance);
      if (to === undefined) continue;
      const median = universe.medianTo(to, this.medians[place]);
      const [own, other] = [this.path[place], this.controlPath[place]];
      if (own === undefined || other === undefined) continue;
      for (const [index, { stockNo }] of cases.entries()) {
        own[first + index] = universe.returnOf(stockNo, to) - median;
        const count = this.readReturns(universe, controls, index, to);
        other[first + index] = selectMedian(this.returns, count) - median;
      }
    }
  }

  private pathDay(day: number, distance: number): number | undefined {
    if (distance >= 0) return this.market.dayAfter(day, distance);
    return day + distance < 0 ? undefined : day + distance;
  }

  /** Reads the returns of a case's controls. @returns how many are known. */
  private readReturns(universe: Universe, { stocks, starts }: Controls, index: number, to: number): number {
    const [{ returns }, end] = [this, starts[index + 1] ?? 0];
    let count = 0;
    for (let place = starts[index] ?? 0; place < end; place += 1) {
      const value = universe.returnOf(stocks[place] ?? 0, to);
      returns[count] = value;
      count += +!Number.isNaN(value);
    }
    return count;
  }
}
