import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent, PrimaryPhase } from './vocabulary';

export const AUTO_CLOSE_RULES = [
  'weekly_markdown',
  'structure_failed',
  'entry_drawdown',
  'entry_low_broken',
  'stale',
] as const;
export type AutoCloseRule = (typeof AUTO_CLOSE_RULES)[number];

export interface FiredRule {
  rule: AutoCloseRule;
  detail: string;
  tradeDate: CalendarDay;
}

/** A day's bar as traded; prices in yuan. `preClose` is the ex-right previous close, null where the source has none. */
export interface TradedBar {
  tradeDate: CalendarDay;
  high: number;
  low: number;
  close: number;
  preClose: number | null;
}

/** A bar beside what its prices are multiplied with to stand beside the latest bar's. */
export interface CarriedBar extends TradedBar {
  multiplier: number;
}

/** What the rules look at. */
export interface AutoCloseFacts {
  entryDate: CalendarDay;
  entryClose: number | null;
  primaryPhase: PrimaryPhase | null;
  /** Weekly records of completed weeks, newest first. */
  completedWeeks: readonly { weekEndDate: CalendarDay; hint: PrimaryPhase | null }[];
  newestDaily: { tradeDate: CalendarDay; events: readonly CycleEvent[] } | undefined;
  /** Date of the newest live record, daily or weekly. */
  newestRecord: CalendarDay | null;
  /** The stock's final bars, oldest first, reaching back to the entry date and over 22 bars at least. */
  bars: readonly CarriedBar[];
  /** What the entry close is multiplied with to stand beside the latest bar; null where the two do not compare. */
  entryMultiplier: number | null;
  /** How many percent below the entry close is too much: a stock that may move more a day is given more room. */
  drawdownPercent: number;
  countOpenDays: (from: CalendarDay, to: CalendarDay) => number;
}

const ATR_BARS = 20;
/** Two closes, the 20 bars before them, and one more for the first one's previous close. */
export const BARS_FOR_ATR = ATR_BARS + 3;
const STALE_OPEN_DAYS = 60;
/** Binary fractions make 8.5 a trifle more than 15 % below 10. */
const BINARY_DUST = 1e-9;

/** The rules that say that a session has run its course, in the order of {@link AUTO_CLOSE_RULES}. */
export function firedRules(facts: AutoCloseFacts): FiredRule[] {
  return [weeklyMarkdown(facts), structureFailed(facts), ...priceRules(facts), stale(facts)].filter(
    (fired) => fired !== undefined,
  );
}

function weeklyMarkdown({ completedWeeks }: AutoCloseFacts): FiredRule | undefined {
  const [newest, before] = completedWeeks;
  if (newest?.hint !== 'markdown' || before?.hint !== 'markdown') return undefined;
  return {
    rule: 'weekly_markdown',
    detail: `the weeks that ended on ${before.weekEndDate} and ${newest.weekEndDate} both hint markdown`,
    tradeDate: newest.weekEndDate,
  };
}

function structureFailed({ newestDaily, primaryPhase }: AutoCloseFacts): FiredRule | undefined {
  if (newestDaily === undefined) return undefined;
  const { tradeDate, events } = newestDaily;
  const fired = (detail: string): FiredRule => ({ rule: 'structure_failed', detail, tradeDate });
  if (events.includes('FTI')) return fired(`the daily record of ${tradeDate} carries FTI`);
  // In distribution a sign of weakness only confirms.
  if (events.includes('SOW') && (primaryPhase === 'accumulation' || primaryPhase === 'markup')) {
    return fired(`the daily record of ${tradeDate} carries SOW in ${primaryPhase}`);
  }
  return undefined;
}

/** Silent where the entry does not compare with the latest bar: it was split, say, and nobody tells by how much. */
function priceRules(facts: AutoCloseFacts): (FiredRule | undefined)[] {
  if (facts.entryMultiplier === null) return [];
  const bars = inLatestYuan(facts.bars);
  return [entryDrawdown(facts, facts.entryMultiplier, bars), entryLowBroken(facts, bars)];
}

function entryDrawdown(
  { entryClose, drawdownPercent }: AutoCloseFacts,
  entryMultiplier: number,
  bars: readonly AdjustedBar[],
): FiredRule | undefined {
  const latest = bars.at(-1);
  if (latest === undefined || entryClose === null) return undefined;
  const adjusted = entryClose * entryMultiplier;
  const below = (1 - latest.close / adjusted) * 100;
  if (below <= drawdownPercent + BINARY_DUST) return undefined;
  return {
    rule: 'entry_drawdown',
    detail: `the close ${yuan(latest.close)} is ${below.toFixed(2)} % below the entry close ${yuan(adjusted)} (limit ${drawdownPercent} %)`,
    tradeDate: latest.tradeDate,
  };
}

function entryLowBroken({ entryDate }: AutoCloseFacts, bars: readonly AdjustedBar[]): FiredRule | undefined {
  const entryBar = bars.find((bar) => bar.tradeDate === entryDate);
  const [first, latest] = bars.slice(-2);
  if (entryBar === undefined || first === undefined || latest === undefined) return undefined;
  const atr = averageTrueRange(bars.slice(0, -2));
  if (first.tradeDate <= entryDate || atr === undefined) return undefined;
  const bound = entryBar.low - atr - BINARY_DUST;
  if (first.close >= bound || latest.close >= bound) return undefined;
  return {
    rule: 'entry_low_broken',
    detail:
      `the closes ${yuan(first.close)} and ${yuan(latest.close)} are more than one 20-day ATR (${yuan(atr)}) ` +
      `below the low of the entry day ${yuan(entryBar.low)}`,
    tradeDate: latest.tradeDate,
  };
}

function stale({ entryDate, newestRecord, bars, countOpenDays }: AutoCloseFacts): FiredRule | undefined {
  const latest = bars.at(-1);
  const since = newestRecord ?? entryDate;
  if (latest === undefined || latest.tradeDate <= since) return undefined;
  const days = countOpenDays(since, latest.tradeDate) - countOpenDays(since, since);
  if (days < STALE_OPEN_DAYS) return undefined;
  const what = newestRecord === null ? 'there is no record since the entry date' : 'the newest record is of';
  return {
    rule: 'stale',
    detail: `${what} ${since}, ${days} open days before the latest bar`,
    tradeDate: latest.tradeDate,
  };
}

/** A bar with its prices carried to the latest bar. */
interface AdjustedBar {
  tradeDate: CalendarDay;
  low: number;
  close: number;
  trueRange: number;
}

function inLatestYuan(bars: readonly CarriedBar[]): AdjustedBar[] {
  return bars.map(({ tradeDate, high, low, close, preClose, multiplier }, index) => {
    const before = bars[index - 1];
    const closeBefore = before === undefined ? close * multiplier : before.close * before.multiplier;
    const previousClose = preClose === null ? closeBefore : preClose * multiplier;
    return {
      tradeDate,
      low: low * multiplier,
      close: close * multiplier,
      trueRange: Math.max(high * multiplier, previousClose) - Math.min(low * multiplier, previousClose),
    };
  });
}

/** Mean true range of the last 20 bars; undefined where there are fewer. */
function averageTrueRange(bars: readonly AdjustedBar[]): number | undefined {
  if (bars.length < ATR_BARS) return undefined;
  return bars.slice(-ATR_BARS).reduce((sum, bar) => sum + bar.trueRange, 0) / ATR_BARS;
}

function yuan(price: number): string {
  return price.toFixed(2);
}
