import fc from 'fast-check';
import type { Board } from '#lib/market-data';
import { DEFAULT_COSTS } from '#lib/outcomes';
import { seededRandom } from '../statistics/seeded-random';
import { roundToLot } from './lots';
import type { PortfolioStock } from './portfolio-input';
import { simulatePortfolio, type PortfolioInput } from './simulate-portfolio';
import { FIRST_DAY, sketchDates, sketchStock, type SketchedBar } from './sketched-market';

const BOARDS: readonly Board[] = ['main', 'chinext', 'star', 'bse'];
const DAYS = 40;
const DATES = sketchDates(DAYS);
const DAY_NOS = new Map<string, number>(DATES.map((date, index) => [date, FIRST_DAY + index]));

/** A stock of big moves: limits, gaps, suspensions, ex-rights, thin days. */
function drawStock(number: number, random: () => number): PortfolioStock {
  const board = BOARDS[number % BOARDS.length] ?? 'main';
  const bars: SketchedBar[] = [];
  const cent = (price: number) => Math.max(0.01, Math.round(price * 100) / 100);
  let [price, factor] = [1 + random() * 60, 1];
  const length = random() < 0.3 ? Math.floor(random() * DAYS) : DAYS + 5;
  for (let day = 0; day < length; day += 1) {
    if (random() < 0.1) continue;
    if (random() < 0.05) {
      price /= 1.5;
      factor *= 1.5;
    }
    const [up, down] = [cent(price * 1.1), cent(price * 0.9)];
    const move = () => Math.min(up, Math.max(down, cent(price * (0.85 + random() * 0.3))));
    const [open, close] = [move(), move()];
    const amount = random() < 0.1 ? 0 : random() < 0.1 ? NaN : 10 ** (3 + random() * 5);
    bars.push({ day: FIRST_DAY + day, open, close, up, down, factor, amount });
    price = close;
  }
  return sketchStock({ code: String(600_000 + number), board, bars, isDelisted: length < DAYS });
}

interface World {
  input: PortfolioInput;
  stocks: ReadonlyMap<string, PortfolioStock>;
}

function drawWorld(seed: number, rules: Partial<PortfolioInput>): World {
  const random = seededRandom(seed);
  const listed = Array.from({ length: 12 }, (_, number) => drawStock(number, random));
  const hits = listed.flatMap(({ bars }, stock) =>
    [...bars.openDay]
      .filter((day) => day < FIRST_DAY + DAYS && random() < 0.25)
      .map((day) => ({ stock, day, rank: Math.floor(random() * 3) })),
  );
  const column = (read: (hit: (typeof hits)[number]) => number) => Int32Array.from(hits, read);
  const input: PortfolioInput = {
    hits: { stock: column(({ stock }) => stock), day: column(({ day }) => day), rank: column(({ rank }) => rank) },
    readStock: (stock) => listed[stock] ?? sketchStock({ bars: [] }),
    days: { first: FIRST_DAY, dates: DATES },
    ...{ positions: 3, capital: 50_000, costs: DEFAULT_COSTS, exit: { days: 5 }, seed },
    ...{ variants: 0, tries: { count: 5, variance: 0.01 } },
    ...rules,
  };
  return { input, stocks: new Map(listed.map((stock) => [stock.code, stock])) };
}

const percent = fc.option(fc.double({ min: 0.5, max: 20, noNaN: true }), { nil: undefined });
const worlds = fc.record({
  seed: fc.integer({ min: 0, max: 0xffffffff }),
  positions: fc.integer({ min: 1, max: 6 }),
  capital: fc.integer({ min: 100, max: 100_000_000 }).map((fen) => fen / 100),
  exit: fc.record({
    ...{ days: fc.integer({ min: 1, max: 15 }), stopPct: percent, takePct: percent, trailPct: percent },
  }),
  minCommission: fc.constantFrom(0, 5, 50),
  startOffset: fc.integer({ min: 0, max: DAYS + 2 }),
});

const fen = (yuan: number) => Math.round(yuan * 100);
type Simulated = readonly [world: World, outcome: ReturnType<typeof simulatePortfolio>];

/** All checks draw the same worlds, and read them only. */
const simulated = new Map<string, Simulated>();

function simulate(drawn: typeof worlds extends fc.Arbitrary<infer Drawn> ? Drawn : never): Simulated {
  const { seed, minCommission, ...rules } = drawn;
  const key = JSON.stringify(drawn);
  let found = simulated.get(key);
  if (found === undefined) {
    const world = drawWorld(seed, { ...rules, costs: { ...DEFAULT_COSTS, minCommission } });
    found = [world, simulatePortfolio(world.input)];
    simulated.set(key, found);
  }
  return found;
}

const check = (judge: (...of: Simulated) => void) =>
  fc.assert(
    fc.property(worlds, (drawn) => judge(...simulate(drawn))),
    // A world is no smaller for a smaller seed.
    { numRuns: 100, seed: 20_260, endOnFailure: true },
  );

/** Position of a stock's bar of a date. */
function barOf({ bars }: PortfolioStock, date: string): number {
  return bars.openDay.indexOf(DAY_NOS.get(date) ?? -1);
}

describe('on any market', () => {
  it('the random worlds hold what the rules are about', () => {
    const seen = { trades: 0, held: 0, missed: 0, tooSmall: 0, delisted: 0, stop: 0, trail: 0, take: 0, days: 0 };
    check((_, { trades, figures }) => {
      seen.trades += trades.length;
      seen.missed += figures.missed;
      seen.tooSmall += figures.tooSmall;
      for (const { exitReason } of trades) seen[exitReason ?? 'held'] += 1;
    });
    expect(Object.entries(seen).filter(([, count]) => count < 20)).toEqual([]);
  });

  it('cash is never negative and always whole fen', () =>
    check((_, { equity }) => {
      for (const { cash } of equity) {
        expect(cash).toBeGreaterThanOrEqual(0);
        expect(cash).toBe(fen(cash) / 100);
      }
    }));

  it('the final equity is the capital and all results, to a fen', () =>
    check(({ input }, { trades, equity, figures }) => {
      const results = trades.reduce((sum, { result }) => sum + fen(result), 0);
      expect(fen(equity.at(-1)?.equity ?? NaN)).toBe(fen(input.capital) + results);
      expect(fen(figures.costs)).toBe(trades.reduce((sum, { costs }) => sum + fen(costs), 0));
    }));

  it('each day’s equity is what the trades say, valued by the bars', () =>
    check(({ input, stocks }, { trades, equity }) => {
      for (const { date, equity: value, cash } of equity) {
        let [money, held] = [fen(input.capital), 0];
        for (const trade of trades.filter(({ entryDate }) => entryDate <= date)) {
          const stock = stocks.get(trade.code);
          if (stock === undefined) throw new Error(trade.code);
          const { bars } = stock;
          const factor = (at: number) => bars.factor[at] ?? NaN;
          const entry = barOf(stock, trade.entryDate);
          const worth = (at: number, price = NaN) => fen(trade.shares * (factor(at) / factor(entry)) * price);
          if (trade.exitDate !== null && trade.exitDate <= date) money += fen(trade.result);
          else {
            const last = bars.openDay.findLastIndex((day) => day <= (DAY_NOS.get(date) ?? NaN));
            held += worth(last, bars.tradedClose[last]);
            // A position paid its price and its costs; those of its sale are in the result alone.
            const paid = fen(trade.shares * trade.entryPrice);
            money -= paid + costOf(paid, input.costs.minCommission, trade.entryDate);
          }
        }
        expect([date, fen(cash), fen(value)]).toEqual([date, money, money + held]);
      }
    }));

  it('there are never more positions than slots, and never two in a stock', () =>
    check(({ input }, { trades, equity }) => {
      for (const { date } of equity) {
        const held = trades.filter((each) => each.entryDate <= date && (each.exitDate ?? '9999') > date);
        expect(held.length).toBeLessThanOrEqual(input.positions);
        expect(new Set(held.map(({ code }) => code)).size).toBe(held.length);
      }
    }));

  it('nothing is sold on the day of its purchase', () =>
    check((_, { trades }) => {
      for (const { entryDate, exitDate } of trades) if (exitDate !== null) expect(exitDate > entryDate).toBe(true);
    }));

  it('nothing is bought at the upper limit, nothing sold at the lower, nor without trading', () =>
    check(({ stocks }, { trades }) => {
      for (const { code, entryDate, entryPrice, exitDate, exitPrice, exitReason } of trades) {
        const stock = stocks.get(code);
        if (stock === undefined) throw new Error(code);
        const [entry, exit] = [barOf(stock, entryDate), barOf(stock, exitDate ?? '')];
        expect(stock.bars.tradedOpen[entry]).toBe(entryPrice);
        expect(fen(entryPrice)).toBeLessThan(fen(stock.bars.limitUpAt(entry)));
        if (exitDate === null || exitReason === 'delisted') continue;
        expect(stock.bars.tradedOpen[exit]).toBe(exitPrice);
        expect(fen(exitPrice ?? NaN)).toBeGreaterThan(fen(stock.bars.limitDownAt(exit)));
        expect(stock.bars.amount[exit]).not.toBe(0);
      }
    }));

  it('purchases are legal lots, of at most 5 % of the day', () =>
    check(({ stocks }, { trades }) => {
      for (const { code, entryDate, entryPrice, shares } of trades) {
        const stock = stocks.get(code);
        if (stock === undefined) throw new Error(code);
        expect(shares).toBeGreaterThan(0);
        expect(roundToLot(stock.board, shares)).toBe(shares);
        const amount = stock.bars.amount[barOf(stock, entryDate)] ?? NaN;
        if (!Number.isNaN(amount)) expect(shares * entryPrice).toBeLessThanOrEqual(amount * 0.05 + 1e-6);
      }
    }));

  it('a purchase spends no more than its share of the equity of the evening before', () =>
    check(({ input }, { trades, equity }) => {
      const values = new Map(equity.map(({ date }, at) => [date, equity[at - 1]?.equity ?? input.capital]));
      for (const { entryDate, entryPrice, shares } of trades) {
        const paid = fen(shares * entryPrice);
        const spent = paid + costOf(paid, input.costs.minCommission, entryDate);
        expect(spent * input.positions).toBeLessThanOrEqual(fen(values.get(entryDate) ?? NaN));
      }
    }));

  it('costs are never negative, and no figure is NaN or infinite', () =>
    check((_, outcome) => {
      for (const { costs } of outcome.trades) expect(costs).toBeGreaterThanOrEqual(0);
      JSON.stringify(outcome, (key, value: unknown) => {
        if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`);
        return value;
      });
    }));

  it('every hit whose turn came is counted once', () =>
    check(({ input }, { trades, figures }) => {
      const { bought, missed, tooSmall, noRoom, alreadyHeld } = figures;
      expect(bought).toBe(trades.length);
      expect(bought + missed + tooSmall + noRoom + alreadyHeld).toBeLessThanOrEqual(input.hits.stock.length);
    }));

  it('the same seed gives the same outcome', () =>
    check(({ input }, outcome) => {
      expect(simulatePortfolio(input)).toEqual(outcome);
    }));
});

/** What a purchase costs beside its amount, in fen: by hand. */
function costOf(amount: number, minCommission: number, date: string): number {
  expect(date > '2023-08-28').toBe(true);
  return (
    Math.max(minCommission * 100, Math.round((amount * 2.5) / 10_000)) +
    Math.round((amount * 0.1) / 10_000) +
    Math.round((amount * 5) / 10_000)
  );
}
