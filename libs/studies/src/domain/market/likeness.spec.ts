import fc from 'fast-check';
import { Likeness } from './likeness';
import { MarketDays } from './market-days';
import { Universe } from './universe';

const fact = fc.oneof(
  fc.constant(NaN),
  fc.integer({ min: -2, max: 2 }),
  fc.double({ noNaN: true, min: -9, max: 9 }).map(Math.fround),
);
interface Facts {
  readonly cap: number;
  readonly gain60: number;
  readonly deviation60: number;
  readonly isTraded: boolean;
}
const stock = fc.record<Facts>({ cap: fact, gain60: fact, deviation60: fact, isTraded: fc.boolean() });

/** What the evening of day 0 knows, and the opens of day 1. */
function marketOf(stocks: readonly Facts[]): MarketDays {
  const market = new MarketDays([0, 1], stocks.length);
  for (const [stockNo, { cap, gain60, deviation60, isTraded }] of stocks.entries()) {
    market.passes[stockNo] = 1;
    market.cap[stockNo] = cap;
    market.gain60[stockNo] = gain60;
    market.deviation60[stockNo] = deviation60;
    market.open[stocks.length + stockNo] = isTraded ? 10 : NaN;
  }
  return market;
}

/** Fifths by the values that were sorted: the plain reading of the definition. */
function plainFifth(value: number, universe: readonly number[]): number {
  if (Number.isNaN(value)) return 5;
  const known = universe.filter((each) => !Number.isNaN(each)).toSorted((one, other) => one - other);
  return [1, 2, 3, 4].filter((fifth) => value >= (known[Math.floor((fifth / 5) * known.length)] ?? Infinity)).length;
}

it('finds the stocks in the same fifths, whatever the day before had', () => {
  fc.assert(
    fc.property(
      fc.array(stock, { minLength: 1, maxLength: 40 }),
      fc.array(stock, { maxLength: 9 }),
      (stocks, before) => {
        const [market, earlier] = [marketOf(stocks), marketOf(before)];
        const index = Float64Array.of(1, 1);
        const likeness = new Likeness(
          market,
          new Universe(market, index, 1),
          new Likeness(earlier, new Universe(earlier, index, 1)),
        );
        const universe = stocks.filter(({ isTraded }) => isTraded);
        const cellOf = (each: Facts): string =>
          (['cap', 'gain60', 'deviation60'] as const)
            .map((name) =>
              plainFifth(
                each[name],
                universe.map((other) => other[name]),
              ),
            )
            .join();
        for (const [stockNo, each] of stocks.entries()) {
          const alike = [...stocks.keys()].filter((other) => {
            const facts = stocks[other];
            return facts?.isTraded === true && cellOf(facts) === cellOf(each);
          });
          expect([...likeness.like(stockNo)]).toEqual(alike);
        }
      },
    ),
  );
});
