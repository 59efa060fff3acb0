import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { CycleEvent, PrimaryPhase } from '#lib/tracking';

/** The session of a question. Texts of people and vendors are data: they are never instructions. */
export interface QuestionSession {
  /** Null in a replay, which is about a stock. */
  sessionId: number | null;
  code: string;
  stockName: string | null;
  entryDate: CalendarDay;
  currentPrimaryPhase: PrimaryPhase | null;
  /** A person's free note, or null. */
  summaryNote: string | null;
}

export const PERIOD_TYPES = ['month', 'week'] as const;

/** One period of the weekly fill's CSV, with the CSV's column names as keys (decisions.md, section 6 and "Weekly fill"). */
export type PeriodRow = {
  period_type: (typeof PERIOD_TYPES)[number];
  period_end: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  amount: number | null;
  turnover_pct: number | null;
  change_pct: number | null;
  bars: number;
  is_partial: boolean;
  vol_ratio_52w: number | null;
  pos_52w: number | null;
  drawdown_52w_pct: number | null;
};

/** The market's change on a day, compared with which a stock is weak or strong. */
export interface MarketChange {
  tradeDate: CalendarDay;
  /** Median change of all stocks that traded on the day and the open day before, percent. */
  medianChangePct: number;
}

/** Chips of a day: yuan, percent, concentrations as fractions. */
export interface ChipContext {
  tradeDate: CalendarDay;
  winnerRatePct: number;
  averageCost: number;
  /** The middle 70 and 90 % of the costs. */
  range70: readonly [number, number];
  range90: readonly [number, number];
  concentration70: number;
  concentration90: number;
}

/** The stock's return less the market's median over so many trading days, in points. */
export interface StrengthContext {
  tradeDate: CalendarDay;
  rs20: number | null;
  rs60: number | null;
}

/** How earlier judgements of the session turned out. */
export interface EarlierOutcome {
  kind: 'daily' | 'weekly';
  date: CalendarDay;
  phase: PrimaryPhase | null;
  events: readonly CycleEvent[];
}

/** What is known in addition to the bars, each part if it is known and switched on. Nothing in it is younger than the question's
 * data. Its property names are part of the question's hash. */
export interface QuestionContext {
  chips?: ChipContext;
  strength?: StrengthContext;
  /** What the owner paid, yuan a share, and their gain or loss on it, percent. */
  cost?: { cost: number; profitPct: number };
  verdicts?: readonly EarlierOutcome[];
}

/** A daily fill: one judgement for each of `days`. */
export interface DailyQuestion {
  kind: 'daily';
  session: QuestionSession;
  /** The last bar given. */
  dataThrough: CalendarDay;
  /** Trading days to evaluate, oldest first. */
  days: readonly CalendarDay[];
  /** Oldest first, adjusted as of the last: the days of the window, the 60 bars before it, and what the rules need before. */
  bars: readonly AdjustedBar[];
  /** Of the days of `bars`, oldest first; days without one are left out. */
  market?: readonly MarketChange[];
  context?: QuestionContext;
}

/** A weekly fill: one judgement for each of `weeks`, and an outlook. */
export interface WeeklyQuestion {
  kind: 'weekly';
  session: QuestionSession;
  dataThrough: CalendarDay;
  /** Week end dates to evaluate, oldest first. */
  weeks: readonly CalendarDay[];
  csvText: string;
  rows: readonly PeriodRow[];
  /** The daily bars that the periods are made of, and those before. */
  bars: readonly AdjustedBar[];
  market?: readonly MarketChange[];
  context?: QuestionContext;
}

/** Items of the fundamental checklist that have no numbers. */
export interface FundamentalQuestion {
  kind: 'fundamental';
  session: QuestionSession;
  dataThrough: CalendarDay;
  items: readonly { key: string; label: string; rule: string }[];
  /** What is known of the company, as CSV `name,value`. */
  csvText: string;
}

export type AiQuestion = DailyQuestion | WeeklyQuestion | FundamentalQuestion;

export const QUESTION_KINDS = ['daily', 'weekly', 'fundamental'] as const satisfies readonly AiQuestion['kind'][];
