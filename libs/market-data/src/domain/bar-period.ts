import { type CalendarDay, epochDayOf, isoWeekday } from '#lib/kernel';
import type { TradedBar } from './adjusted-bar';
import { toFen } from './price-limit';
import type { DatedFactor, StockAdjustments } from './stock-adjustments';

export const BAR_PERIODS = ['day', 'week', 'month'] as const;
export type BarPeriod = (typeof BAR_PERIODS)[number];

/** `qfq`: as of the last bar asked for. `hfq`: by the vendor's factor, else as of the stock's first stored bar. */
export const ADJUSTMENTS = ['none', 'qfq', 'hfq'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

export const LIMIT_SIDES = ['up', 'down'] as const;
export type LimitSide = (typeof LIMIT_SIDES)[number];

/** A bar of a chart. Prices in yuan, volume in shares, amount in yuan, turnover in percent. */
export interface ChartBar {
  /** Its last trading day. */
  tradeDate: CalendarDay;
  /** Its first trading day; that of a day's bar is the day. */
  firstDate: CalendarDay;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** Null where a day's is unknown, as the turnover is. */
  amount: number | null;
  turnoverPct: number | null;
  /** Trading days in it. */
  bars: number;
  /** The week or month still runs. */
  isPartial: boolean;
  /** Of today, and not final yet. */
  isProvisional: boolean;
  /** The limit of the day that the bar closed at; null of a day that did not, of a week and of a month. */
  closedAtLimit: LimitSide | null;
  /** Of a week: the market's last open day in it, past or to come. The stock's own last bar may lie before it. */
  weekEndDate?: CalendarDay;
}

/** Prices by 1 / 10,000 yuan: an adjusted price has no more digits that mean anything. */
const PRICE_DIGITS = 1e4;

/** Prices and volumes of a stock's bars in one adjustment, oldest first. @param bars With the limits of their days, as `limitBars` has them. */
export function adjustedChart(
  bars: readonly TradedBar[],
  adjustment: Adjustment,
  adjustments: StockAdjustments,
): ChartBar[] {
  const { price, shares } = getMultipliers(bars, adjustment, adjustments);
  return bars.map((bar, index) => {
    const byPrice = price[index] ?? 1;
    return {
      tradeDate: bar.tradeDate,
      firstDate: bar.tradeDate,
      open: rounded(bar.open * byPrice),
      high: rounded(bar.high * byPrice),
      low: rounded(bar.low * byPrice),
      close: rounded(bar.close * byPrice),
      volume: Math.round(bar.volume * (shares[index] ?? 1)),
      amount: bar.amount,
      turnoverPct: bar.turnoverPct,
      bars: 1,
      isPartial: false,
      isProvisional: false,
      closedAtLimit: findLimitSide(bar),
    };
  });
}

/**
 * What prices as traded are multiplied by to stand in the chart: each factor with the first bar that it is in force from. Without
 * an adjustment, and for a stock without a step, one factor of 1.
 */
export function priceFactors(
  bars: readonly TradedBar[],
  adjustment: Adjustment,
  adjustments: StockAdjustments,
): DatedFactor[] {
  const { price } = getMultipliers(bars, adjustment, adjustments);
  const factors: DatedFactor[] = [];
  bars.forEach(({ tradeDate }, index) => {
    const factor = price[index] ?? 1;
    if (factors.at(-1)?.factor !== factor) factors.push({ tradeDate, factor });
  });
  return factors;
}

function findLimitSide({ close, upLimit, downLimit }: TradedBar): LimitSide | null {
  if (upLimit !== null && toFen(close) >= toFen(upLimit)) return 'up';
  return downLimit !== null && toFen(close) <= toFen(downLimit) ? 'down' : null;
}

function getMultipliers(
  bars: readonly TradedBar[],
  adjustment: Adjustment,
  adjustments: StockAdjustments,
): { price: number[]; shares: number[] } {
  switch (adjustment) {
    case 'none':
      return { price: [], shares: [] };
    case 'qfq':
      return { price: adjustments.priceMultipliers(bars), shares: adjustments.shareMultipliers(bars) };
    case 'hfq':
      return {
        price: adjustments.backwardPriceMultipliers(bars),
        shares: adjustments.backwardShareMultipliers(bars),
      };
  }
}

/**
 * Joins daily bars, oldest first, to weeks (ISO: Monday to Sunday) or months.
 * @param endsAfter Whether the market opens again in the period after the day: then its last bar is partial.
 */
export function joinBars(
  days: readonly ChartBar[],
  period: BarPeriod,
  endsAfter: (day: CalendarDay) => boolean,
): ChartBar[] {
  if (period === 'day') return [...days];
  const joined: ChartBar[] = [];
  let key: string | number | undefined;
  for (const day of days) {
    const own = period === 'week' ? weekOf(day.tradeDate) : day.tradeDate.slice(0, 7);
    const last = joined.at(-1);
    if (last === undefined || own !== key) joined.push({ ...day, closedAtLimit: null });
    else extend(last, day);
    key = own;
  }
  const last = joined.at(-1);
  if (last !== undefined) last.isPartial = endsAfter(last.tradeDate);
  return joined;
}

function extend(bar: ChartBar, day: ChartBar): void {
  bar.tradeDate = day.tradeDate;
  bar.high = Math.max(bar.high, day.high);
  bar.low = Math.min(bar.low, day.low);
  bar.close = day.close;
  bar.volume += day.volume;
  bar.amount = bar.amount === null || day.amount === null ? null : bar.amount + day.amount;
  bar.turnoverPct =
    bar.turnoverPct === null || day.turnoverPct === null ? null : rounded(bar.turnoverPct + day.turnoverPct);
  bar.bars += 1;
  bar.isProvisional ||= day.isProvisional;
}

/** The Monday of the ISO week, as whole days since 1970-01-01. */
function weekOf(day: CalendarDay): number {
  return epochDayOf(day) - isoWeekday(day);
}

/** What a price or a percentage is after multiplication, in the digits that mean anything. */
export function rounded(value: number): number {
  return Math.round(value * PRICE_DIGITS) / PRICE_DIGITS;
}
