import type { CalendarDay } from '#lib/kernel';
import {
  type BandDay,
  type EquityDay,
  EXIT_REASONS,
  type ExitReason,
  type PortfolioFigures,
  type PortfolioTrade,
  type PortfolioYear,
} from '#lib/studies';
import { ApiCode, ApiCount, ApiDay, ApiEnum, ApiInteger, ApiNumber, ApiObject, ApiText, ApiYuan } from '../http';

export class PortfolioTradeResponse implements PortfolioTrade {
  @ApiCode() code!: string;
  @ApiText({ nullable: true, description: "The stock's name of today" }) stockName!: string | null;
  @ApiDay() entryDate!: CalendarDay;
  @ApiYuan({ description: 'As traded' }) entryPrice!: number;
  @ApiCount({ description: 'That were bought; corporate actions later change their number' }) shares!: number;
  @ApiDay({ nullable: true, description: 'null while it is held' }) exitDate!: CalendarDay | null;
  @ApiYuan({ nullable: true, description: 'As traded' }) exitPrice!: number | null;
  @ApiEnum(EXIT_REASONS, { nullable: true }) exitReason!: ExitReason | null;
  @ApiYuan({ description: 'Of both sides, slippage in it' }) costs!: number;
  @ApiNumber({ description: 'After costs; of one still held, at its last close' }) netPct!: number;
  @ApiYuan({ description: 'The capital and all results are the final equity to a fen' }) result!: number;
}

export class EquityDayResponse implements EquityDay {
  @ApiDay() date!: CalendarDay;
  @ApiYuan() equity!: number;
  @ApiYuan() cash!: number;
}

export class BandDayResponse implements BandDay {
  @ApiDay() date!: CalendarDay;
  @ApiYuan() p5!: number;
  @ApiYuan() p50!: number;
  @ApiYuan() p95!: number;
}

export class PortfolioYearResponse implements PortfolioYear {
  @ApiInteger() year!: number;
  @ApiNumber({ nullable: true }) returnPct!: number | null;
  @ApiNumber() maxDrawdownPct!: number;
  @ApiCount({ description: 'That were closed in it' }) trades!: number;
  @ApiNumber({ nullable: true }) winRatePct!: number | null;
}

export class PortfolioResponse implements PortfolioFigures {
  @ApiInteger() positions!: number;
  @ApiYuan() capital!: number;
  @ApiObject([PortfolioTradeResponse], { description: 'In the order of their sales; those still held come last' })
  trades!: readonly PortfolioTradeResponse[];
  @ApiObject([EquityDayResponse]) equity!: readonly EquityDayResponse[];
  @ApiNumber({ nullable: true }) totalPct!: number | null;
  @ApiNumber({ nullable: true, description: 'A year of 244 open days' }) cagrPct!: number | null;
  @ApiNumber({ nullable: true, description: 'Of a year' }) volatilityPct!: number | null;
  @ApiNumber({ nullable: true, description: 'Of a year; the risk-free rate is 0' }) sharpe!: number | null;
  @ApiNumber({ nullable: true, description: 'Probability that it is more than the luck of all variants tried' })
  deflatedSharpe!: number | null;
  @ApiNumber() maxDrawdownPct!: number;
  @ApiDay({ nullable: true }) maxDrawdownFrom!: CalendarDay | null;
  @ApiDay({ nullable: true }) maxDrawdownTo!: CalendarDay | null;
  @ApiCount({ description: 'Open days until the equity was back' }) maxDrawdownDays!: number;
  @ApiCount() bought!: number;
  @ApiCount({ description: 'There was room, but none of five tries could be bought' }) missed!: number;
  @ApiNumber({ nullable: true, description: 'What the missed ones did later, the mean' }) missedMeanPct!: number | null;
  @ApiCount({ description: 'Money, or the day’s trading, was not enough for one lot' }) tooSmall!: number;
  @ApiCount({ description: 'All positions were taken' }) noRoom!: number;
  @ApiCount() alreadyHeld!: number;
  @ApiNumber({ nullable: true, description: 'Mean share of the equity in stocks' }) exposurePct!: number | null;
  @ApiNumber({ nullable: true }) turnoverPerYear!: number | null;
  @ApiCount() closedTrades!: number;
  @ApiNumber({ nullable: true }) winRatePct!: number | null;
  @ApiNumber({ nullable: true, description: 'Mean win over mean loss' }) payoff!: number | null;
  @ApiNumber({ nullable: true, description: 'Money won over money lost' }) profitFactor!: number | null;
  @ApiYuan() costs!: number;
  @ApiNumber({ nullable: true, description: 'Of the profit before costs; null without one' }) costsPct!: number | null;
  @ApiObject([PortfolioYearResponse]) years!: readonly PortfolioYearResponse[];
  @ApiObject([BandDayResponse], {
    description: 'Equity of 200 variants: other first days, other draws among equal ranks',
  })
  band!: readonly BandDayResponse[];
  @ApiText({ isArray: true, description: 'What every figure assumes' }) assumptions!: readonly string[];
}
