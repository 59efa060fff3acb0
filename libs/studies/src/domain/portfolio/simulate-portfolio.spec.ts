import { DEFAULT_COSTS, type TradingCosts } from '#lib/outcomes/domain';
import type { ExitRule } from './portfolio-input';
import { PORTFOLIO_ASSUMPTIONS, simulatePortfolio, type PortfolioInput } from './simulate-portfolio';
import { FIRST_DAY, sketchDates, sketchStock, type SketchedBar, type SketchedStock } from './sketched-market';

type Hit = readonly [stock: number, day: number, rank?: number];

interface Scenario {
  stocks: readonly (SketchedStock | readonly SketchedBar[])[];
  /** Left out: one of each stock on the first day, in their order. */
  hits?: readonly Hit[];
  days?: number;
  exit?: Partial<ExitRule>;
  costs?: TradingCosts;
  rules?: Partial<PortfolioInput>;
}

const FREE: TradingCosts = { commissionBp: 0, minCommission: 0, stamp: 0, slippageBp: 0, notional: 1 };
const isList = (stock: Scenario['stocks'][number]): stock is readonly SketchedBar[] => Array.isArray(stock);

/** By default 100,000 yuan in two positions for 3 days, on ten days, without the fees that can be turned off. */
function simulate({ stocks, hits, days = 10, exit, costs = FREE, rules }: Scenario) {
  const listed = stocks.map((stock, number) => {
    const sketch = isList(stock) ? { bars: stock } : stock;
    return sketchStock({ code: `60000${String(number)}`, ...sketch });
  });
  const all: readonly Hit[] = hits ?? stocks.map((_, stock) => [stock, FIRST_DAY]);
  return simulatePortfolio({
    hits: {
      stock: all.map(([stock]) => stock),
      day: all.map(([, day]) => day),
      rank: all.map(([stock, , rank = stock]) => rank),
    },
    readStock: (stock) => listed[stock] ?? sketchStock({ bars: [] }),
    days: { first: FIRST_DAY, dates: sketchDates(days) },
    ...{ positions: 2, capital: 100_000, costs, exit: { days: 3, ...exit } },
    ...{ seed: 7, variants: 0, tries: { count: 1, variance: 0 } },
    ...rules,
  });
}

/** Bars of one price each, opened and closed at it, from the day of the hit on. */
const prices = (...closes: readonly number[]): SketchedBar[] => closes.map((open) => ({ open }));
const flat = (days: number): SketchedBar[] => prices(...Array<number>(days).fill(10));
const tradesOf = (scenario: Scenario) =>
  simulate(scenario).trades.map(({ code, entryDate, exitDate, exitPrice, exitReason, shares }) => ({
    ...{ code, bought: entryDate.slice(8), sold: exitDate?.slice(8) ?? null, shares },
    ...{ price: exitPrice, reason: exitReason },
  }));

describe('a round trip', () => {
  const bars = [{}, { open: 10, close: 10.5 }, { open: 10.4 }, { open: 10.8 }, { open: 11 }];
  const { trades, equity, figures } = simulate({ stocks: [bars], costs: DEFAULT_COSTS, days: 6 });

  it('is paid to a fen', () => {
    // 4,900 x 10: commission 12.25, transfer fee .49, slippage 24.50. 4,900 x 11: 13.475, .539, 26.95, and stamp duty 26.95.
    const [paid, received] = [49_000 + 37.24, 53_900 - (13.48 + 0.54 + 26.95 + 26.95)];
    expect(trades).toEqual([
      {
        ...{ code: '600000', entryDate: '2024-01-02', entryPrice: 10, shares: 4900 },
        ...{ exitDate: '2024-01-05', exitPrice: 11, exitReason: 'days', costs: 105.16 },
        ...{ netPct: expect.closeTo((received / paid - 1) * 100, 10), result: 4794.84 },
      },
    ]);
  });

  it('is valued at each close', () => {
    const after = { equity: 104_794.84, cash: 104_794.84 };
    expect(equity).toEqual([
      { date: '2024-01-01', equity: 100_000, cash: 100_000 },
      { date: '2024-01-02', equity: 102_412.76, cash: 50_962.76 },
      { date: '2024-01-03', equity: 101_922.76, cash: 50_962.76 },
      { date: '2024-01-04', equity: 103_882.76, cash: 50_962.76 },
      { date: '2024-01-05', ...after },
      { date: '2024-01-06', ...after },
    ]);
  });

  it('has its figures', () => {
    expect(figures).toMatchObject({
      ...{ bought: 1, missed: 0, missedMeanPct: null, tooSmall: 0, noRoom: 0, alreadyHeld: 0 },
      ...{ closedTrades: 1, winRatePct: 100, payoff: null, profitFactor: null, costs: 105.16 },
      costsPct: expect.closeTo((105.16 / 4900) * 100, 10),
      totalPct: expect.closeTo(4.79484, 10),
      cagrPct: expect.closeTo((1.0479484 ** (244 / 5) - 1) * 100, 6),
      ...{ maxDrawdownFrom: '2024-01-02', maxDrawdownTo: '2024-01-03', maxDrawdownDays: 2 },
      maxDrawdownPct: expect.closeTo((490 / 102_412.76) * 100, 10),
    });
  });

  it('names what was assumed', () => {
    expect(simulate({ stocks: [] }).assumptions).toEqual(Object.keys(PORTFOLIO_ASSUMPTIONS));
    expect(PORTFOLIO_ASSUMPTIONS.adjusted_units).toMatch(/adjusted units/);
  });
});

describe('a purchase', () => {
  it.each([
    ['main', 4500],
    ['chinext', 4500],
    ['star', 4545],
    ['bse', 4545],
  ] as const)('on %s is of legal lots', (board, shares) => {
    // The transfer fee of .1 basis points fits in.
    expect(tradesOf({ stocks: [{ board, bars: prices(10, 11, 11) }] })).toMatchObject([{ shares }]);
  });

  it('leaves room for the least commission, to a fen', () => {
    const buy = (capital: number) => {
      const costs = { ...FREE, commissionBp: 2.5, minCommission: 5 };
      return tradesOf({ stocks: [prices(10, 10, 10)], costs, rules: { positions: 1, capital } })[0]?.shares;
    };
    // 1,000 x 10, 5 and .10 of transfer fee.
    expect(buy(10_005.1)).toBe(1000);
    expect(buy(10_005.09)).toBe(900);
  });

  it('takes no more than 5 % of what is traded', () => {
    const bars = [{}, { amount: 333_333 }, {}];
    expect(tradesOf({ stocks: [bars] })).toMatchObject([{ shares: 1600 }]);
    expect(tradesOf({ stocks: [[{}, { amount: NaN }, {}]] })).toMatchObject([{ shares: 4900 }]);
  });

  it('of less than a lot is left out and counted, too little money or too little trading', () => {
    const small = simulate({ stocks: [prices(600, 600), prices(10, 10)], hits: [[0, 100], [1, 100]] }); // prettier-ignore
    expect(small.trades).toMatchObject([{ code: '600001' }]);
    expect(small.figures).toMatchObject({ tooSmall: 1, bought: 1 });
    expect(simulate({ stocks: [[{}, { amount: 19_999 }]] }).figures).toMatchObject({ tooSmall: 1, bought: 0 });
    expect(simulate({ stocks: [[{}, { amount: 0 }]] }).figures).toMatchObject({ tooSmall: 1, bought: 0 });
  });

  it('is refused at the upper limit, and tried on five open days', () => {
    const limit = { open: 11, up: 11, close: 11 };
    expect(tradesOf({ stocks: [[{}, limit, limit, limit, limit, { open: 11 }, {}]] })).toMatchObject([
      { bought: '06' },
    ]);
    const gone = simulate({ stocks: [[{}, limit, limit, limit, limit, { ...limit, open: 10.996 }, {}, {}]] });
    expect(gone.trades).toEqual([]);
    // Bought at 11 on the second day, sold at the close of the fifth.
    expect(gone.figures).toMatchObject({ missed: 1, missedMeanPct: 0, bought: 0 });
  });

  it('that was missed has its later return, of those of which it is known', () => {
    const limit = { open: 11, up: 11, close: 11 };
    const rises = [{}, limit, limit, limit, { ...limit, close: 12.1 }, limit];
    const late = [{}, limit, limit, limit, limit, limit];
    const scenario = { stocks: [rises, late], hits: [[0, 100], [1, 100]] as Hit[] }; // prettier-ignore
    const { figures } = simulate({ ...scenario, days: 6 });
    expect(figures).toMatchObject({ missed: 2, missedMeanPct: expect.closeTo(5, 10) });
    expect(simulate({ ...scenario, days: 6, exit: { days: 9 } }).figures).toMatchObject({
      ...{ missed: 2, missedMeanPct: null },
    });
  });

  it('goes by rank, one a stock, as far as there is room', () => {
    const stocks = [flat(8), flat(8), flat(8)];
    const hits: Hit[] = [[0, 100, 3], [1, 100, 1], [2, 100, 2], [1, 101, 1], [0, 101, 5]]; // prettier-ignore
    const { trades, figures } = simulate({ stocks, hits });
    expect(trades.map(({ code, entryDate }) => [code, entryDate.slice(8)])).toEqual([
      ['600001', '02'],
      ['600002', '02'],
    ]);
    expect(figures).toMatchObject({ bought: 2, noRoom: 3, alreadyHeld: 0 });
    expect(simulate({ stocks, hits, rules: { positions: 3 } }).figures).toMatchObject({
      ...{ bought: 3, noRoom: 2, alreadyHeld: 0 },
    });
    expect(simulate({ stocks, hits, rules: { positions: 4 } }).figures).toMatchObject({
      ...{ bought: 3, noRoom: 0, alreadyHeld: 2 },
    });
  });

  it('may use the room and the cash of the same open’s sales, but not buy back', () => {
    const hits: Hit[] = [[0, 100], [0, 103, 0], [1, 103, 1]]; // prettier-ignore
    expect(tradesOf({ stocks: [flat(8), flat(8)], hits, rules: { positions: 1 } })).toMatchObject([
      { code: '600000', bought: '02', sold: '05' },
      { code: '600001', bought: '05', sold: '08' },
    ]);
  });

  it('draws by lot among equal ranks', () => {
    const stocks = [flat(4), flat(4), flat(4), flat(4)];
    const hits: Hit[] = [[0, 100, 1], [1, 100, 1], [2, 100, 1], [3, 100, 2]]; // prettier-ignore
    const pick = (seed: number) => tradesOf({ stocks, hits, rules: { positions: 1, seed } })[0]?.code ?? '';
    const picks = Array.from({ length: 300 }, (_, seed) => pick(seed));
    for (const code of ['600000', '600001', '600002']) {
      expect(picks.filter((each) => each === code).length).toBeGreaterThan(70);
    }
    expect(picks).not.toContain('600003');
  });

  it('needs a signal on the first day or later', () => {
    const hits: Hit[] = [[0, 100], [1, 102]]; // prettier-ignore
    const { trades, equity } = simulate({ stocks: [flat(8), flat(8)], hits, rules: { startOffset: 2 } });
    expect(trades).toMatchObject([{ code: '600001', entryDate: '2024-01-04' }]);
    expect(equity).toHaveLength(10);
  });
});

describe('a sale', () => {
  it('is on the next day at the earliest (T+1)', () => {
    const falls = [{}, { open: 10, close: 5 }, { open: 4 }, { open: 3 }];
    expect(tradesOf({ stocks: [falls], exit: { days: 1 } })).toMatchObject([{ bought: '02', sold: '03', price: 4 }]);
    expect(tradesOf({ stocks: [falls], exit: { stopPct: 8 } })).toMatchObject([{ sold: '03', reason: 'stop' }]);
  });

  it('waits at the lower limit and while suspended', () => {
    const locked = { open: 9, down: 9, close: 9.5 };
    const bars = [{}, {}, {}, {}, locked, { ...locked, open: 9.004 }, { day: 108, open: 9.01, down: 9 }];
    expect(tradesOf({ stocks: [bars] })).toMatchObject([{ bought: '02', sold: '09', price: 9.01, reason: 'days' }]);
    expect(tradesOf({ stocks: [[{}, {}, {}, {}, { amount: 0 }, {}]] })).toMatchObject([{ sold: '06' }]);
  });

  it.each<[string, Partial<ExitRule>, number[], string | null]>([
    ['stop', { stopPct: 8 }, [10, 9.21, 9.2, 9.1], '05'],
    ['stop', { stopPct: 8 }, [10, 9.3, 9.21, 9.21], null],
    ['take', { takePct: 10 }, [10, 10.9, 11, 11.2], '05'],
    ['take', { takePct: 10 }, [10, 10.9, 10.99, 10.99], null],
    ['trail', { trailPct: 10 }, [10, 12, 10.8, 10.7], '05'],
    ['trail', { trailPct: 10 }, [10, 12, 10.81, 10.9], null],
    ['trail', { trailPct: 10 }, [10, 9.5, 9, 9.1], '05'],
  ])('by %s %j follows the close of %j', (reason, exit, closes, sold) => {
    const found = tradesOf({ stocks: [prices(10, ...closes, 10)], days: 5, exit: { days: 20, ...exit } });
    expect(found).toMatchObject([{ sold, reason: sold === null ? null : reason }]);
  });

  it('that was decided is done, whatever the price does while it waits', () => {
    const bars = [{}, { close: 9 }, { open: 8.1, down: 8.1, close: 10.5 }, { open: 11 }, {}];
    expect(tradesOf({ stocks: [bars], exit: { days: 20, stopPct: 8 } })).toMatchObject([{ sold: '04', price: 11 }]);
  });

  it('brings what dividends and bonus shares made of the shares', () => {
    // One bonus share for one: half the price, no loss, no stop.
    const before = { open: 10, factor: 0.5 };
    const bars = [before, before, { open: 5, close: 5.5 }, { open: 5.5 }, { open: 6 }];
    const { trades, equity } = simulate({ stocks: [bars], exit: { stopPct: 8 }, days: 6 });
    expect(trades).toMatchObject([{ shares: 4900, exitPrice: 6, exitReason: 'days' }]);
    // Transfer fees of .49 and .588.
    expect(trades[0]?.result).toBeCloseTo(9800 - 0.49 - 0.59, 8);
    expect(equity[2]?.equity).toBeCloseTo(100_000 - 0.49 + 4900, 8);
  });

  it('of a stock that left the exchange is at its last close, on the day after', () => {
    const bars = [{}, {}, { open: 3, close: 2 }];
    expect(tradesOf({ stocks: [{ bars, isDelisted: true }] })).toMatchObject([
      { bought: '02', sold: '04', price: 2, reason: 'delisted' },
    ]);
    expect(tradesOf({ stocks: [{ bars: bars.slice(0, 2), isDelisted: true }] })).toMatchObject([
      { bought: '02', sold: '03', reason: 'delisted' },
    ]);
    // Only suspended: held, at its last close.
    expect(tradesOf({ stocks: [bars] })).toMatchObject([{ bought: '02', sold: null, price: null, reason: null }]);
  });

  it('is not made at the end: what is held is valued', () => {
    const { trades, figures } = simulate({ stocks: [prices(10, 10, 11)], days: 3 });
    expect(trades).toMatchObject([{ exitDate: null, exitPrice: null, result: 4900 - 0.49 }]);
    expect(figures).toMatchObject({ closedTrades: 0, winRatePct: null, totalPct: expect.closeTo(4.89951, 8) });
  });

  it('that is worth less than its commission leaves nothing, and no debt', () => {
    const bars = [{}, { open: 1, close: 0.01 }, { open: 0.01 }];
    const costs = { ...DEFAULT_COSTS, minCommission: 20 };
    const { trades, equity } = simulate({
      stocks: [bars],
      costs,
      exit: { days: 1 },
      rules: { capital: 130, positions: 1 },
    });
    expect(trades).toMatchObject([{ shares: 100, costs: 20 + 0.05 + 1, result: -120.05 }]);
    expect(equity.at(-1)).toMatchObject({ equity: 9.95, cash: 9.95 });
  });
});

describe('a portfolio with nothing to tell from', () => {
  it('has null, never NaN', () => {
    const idle = simulate({ stocks: [flat(10)], hits: [] });
    expect(idle.figures).toMatchObject({
      ...{ totalPct: 0, cagrPct: 0, volatilityPct: 0, sharpe: null, deflatedSharpe: null, maxDrawdownPct: 0 },
      ...{ maxDrawdownFrom: null, maxDrawdownTo: null, maxDrawdownDays: 0, costs: 0, costsPct: null },
      ...{
        winRatePct: null,
        payoff: null,
        profitFactor: null,
        missedMeanPct: null,
        exposurePct: 0,
        turnoverPerYear: 0,
      },
    });
    for (const days of [0, 1, 2]) {
      const { figures, band } = simulate({ stocks: [], days, rules: { variants: 3 } });
      expect(JSON.stringify(figures)).toBe(
        JSON.stringify(figures, (_, value: unknown) => (Number.isNaN(value) ? 'NaN' : value)),
      );
      expect(band).toHaveLength(days);
    }
  });

  it('rejects a hit on a day without a bar', () => {
    expect(() => simulate({ stocks: [[{}, { day: 102 }]], hits: [[0, 101]] })).toThrow('a hit without a bar');
  });
});

describe('the band', () => {
  it('is of the capital where nothing depends on luck, and starts with it', () => {
    const { band } = simulate({ stocks: [flat(3)], hits: [], rules: { variants: 40 } });
    expect(band).toHaveLength(10);
    expect(band[9]).toEqual({ date: '2024-01-10', p5: 100_000, p50: 100_000, p95: 100_000 });
  });

  it('spreads with the draw, and is the same for the same seed', () => {
    const stocks = [5, 10, 15, 20, 25].map((last) => prices(10, 10, last));
    const hits = stocks.map((_, stock): Hit => [stock, 100, 1]);
    const run = (seed: number) => simulate({ stocks, hits, rules: { positions: 1, seed, variants: 200 } }).band;
    // One of 20 starts takes the signal of the first day: it ends between half and 2.5 times the capital.
    expect(run(1)).toEqual(run(1));
    expect(run(1)[9]?.p50).toBe(100_000);
    const late = hits.map(([stock]): Hit => [stock, 120, 1]);
    const long = stocks.map((bars) => bars.map((bar, at) => ({ ...bar, day: 120 + at })));
    const { band } = simulate({ stocks: long, hits: late, days: 24, rules: { positions: 1, variants: 200 } });
    expect(band[20]).toMatchObject({ p5: 100_000, p50: 100_000, p95: 100_000 });
    expect(band[22]?.p5).toBeLessThan(51_000);
    expect(band[22]?.p50).toBeGreaterThan(140_000);
    expect(band[22]?.p95).toBeGreaterThan(248_000);
  });
});
