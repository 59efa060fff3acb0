import type { CalendarDay } from '#lib/kernel';
import { seededRandom } from '../statistics/seeded-random';
import { planEntries, type PortfolioPlan } from './plan-entries';
import { computeBand, type BandDay } from './portfolio-band';
import { computePortfolioFigures, type PortfolioFigures } from './portfolio-figures';
import type { PortfolioMarket, PortfolioRules } from './portfolio-input';
import type { ExitReason } from './position';
import type { TriedVariants } from './return-figures';
import { runPortfolio, type PortfolioRun, type RunTrade } from './run-portfolio';
import { netShare, resultOf } from './trade-figures';

export interface PortfolioInput extends PortfolioMarket, PortfolioRules {
  /** 32 bits, from the study's id: the order among hits of equal rank, and the variants of the band. */
  readonly seed: number;
  /** Of the study, for the deflated Sharpe ratio. */
  readonly tries: TriedVariants;
  /** Open days of the span before the first signal is taken; left out: 0. */
  readonly startOffset?: number | undefined;
  /** Paths that the band is made of; left out: 200. */
  readonly variants?: number | undefined;
}

/** Prices in yuan as traded, money in yuan to a fen. */
export interface PortfolioTrade {
  readonly code: string;
  readonly entryDate: CalendarDay;
  readonly entryPrice: number;
  /** That were bought; corporate actions later change their number. */
  readonly shares: number;
  /** null while it is held. */
  readonly exitDate: CalendarDay | null;
  readonly exitPrice: number | null;
  readonly exitReason: ExitReason | null;
  /** Of both sides, slippage in it. */
  readonly costs: number;
  /** After costs; of one still held, at its last close. */
  readonly netPct: number;
  /** What it made after costs. The capital and all results are the final equity to a fen. */
  readonly result: number;
}

export interface EquityDay {
  readonly date: CalendarDay;
  readonly equity: number;
  readonly cash: number;
}

export interface PortfolioOutcome {
  readonly trades: readonly PortfolioTrade[];
  readonly equity: readonly EquityDay[];
  readonly figures: PortfolioFigures;
  readonly band: readonly BandDay[];
  /** Of {@link PORTFOLIO_ASSUMPTIONS}. */
  readonly assumptions: readonly string[];
}

/** What a reader of a portfolio must know of it, by a name that does not change. */
export const PORTFOLIO_ASSUMPTIONS = {
  adjusted_units:
    'Shares are held in adjusted units: dividends and bonus shares are reinvested at the price of their day, without tax or costs.',
  entry:
    'A hit is bought at the first open within five open days that is not at the upper limit; where it finds no room then, it is dropped.',
  exit: 'Exits are decided at a close and done at the next open that is not at the lower limit; days count from open to open.',
  budget:
    'A purchase may spend the equity of the evening before over the number of positions, as far as there is cash.',
  volume:
    'A purchase takes at most 5 % of what the stock trades on the day; a sale is not limited. An unknown amount is no limit.',
  delisted: 'A stock that leaves the exchange is sold at its last close, on the day after.',
  open_at_end: 'What is held at the end is valued at its last close, without the costs of a sale.',
  annual: 'A year has 244 open days; the risk-free rate is 0.',
} as const;

const VARIANTS = 200;

/** So that the band does not draw what the path drew. */
const BAND_STREAM = 0x9e3779b9;

/** Simulates a portfolio that buys the hits of a study, its figures, and the band of what other starts and draws would have made. */
export function simulatePortfolio(input: PortfolioInput): PortfolioOutcome {
  const { seed, tries, startOffset = 0, variants = VARIANTS } = input;
  const { dates } = input.days;
  const plan = planEntries(input, input);
  const run = runPortfolio(plan, { startOffset, random: seededRandom(seed) });
  return {
    trades: run.trades.map((trade) => describeTrade(plan, trade)),
    equity: describeEquity(run, dates),
    figures: computePortfolioFigures(run, dates, tries),
    band: computeBand(plan, { variants, random: seededRandom((seed ^ BAND_STREAM) >>> 0) }),
    assumptions: Object.keys(PORTFOLIO_ASSUMPTIONS),
  };
}

function describeTrade({ market, stocks }: PortfolioPlan, trade: RunTrade): PortfolioTrade {
  const { stock, entryDay, entryPrice, shares, exit, costs } = trade;
  const { dates } = market.days;
  const [code, entryDate] = [stocks[stock]?.code, dates[entryDay]];
  if (code === undefined || entryDate === undefined)
    throw new Error(`a trade of no stock or day: ${stock}, ${entryDay}`);
  return {
    ...{ code, entryDate, entryPrice, shares },
    exitDate: exit === null ? null : (dates[exit.day] ?? null),
    ...{ exitPrice: exit?.price ?? null, exitReason: exit?.reason ?? null },
    ...{ costs: costs / 100, netPct: netShare(trade) * 100, result: resultOf(trade) / 100 },
  };
}

function describeEquity({ equity, cash }: PortfolioRun, dates: readonly CalendarDay[]): EquityDay[] {
  return dates.map((date, day) => ({ date, equity: (equity[day] ?? NaN) / 100, cash: (cash[day] ?? NaN) / 100 }));
}
