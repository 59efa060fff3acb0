import type {
  DailyQuestion,
  FundamentalQuestion,
  QuestionSession,
  ModelAnswer,
  Rules,
  WeeklyQuestion,
} from '#lib/ai/testing';
import { calendarDayOf } from '#lib/kernel';
import { type AdjustedBar, TradingCalendar } from '#lib/market-data';

const calendar = TradingCalendar.published();
const days = calendar.openDaysBetween(calendarDayOf('2025-07-01'), calendarDayOf('2025-12-19'));
const THROUGH = calendarDayOf('2025-12-19');

/** A price that goes up and down a little, the same each time. */
const bars: AdjustedBar[] = days.map((tradeDate, index) => {
  const close = 10 + Math.round(Math.sin(index / 7) * 100) / 100;
  const volume = 1_000_000 + (index % 9) * 10_000;
  return {
    tradeDate,
    open: close,
    high: close + 0.1,
    low: close - 0.1,
    close,
    preClose: null,
    volume,
    amount: close * volume,
    turnoverPct: 1.25,
    circMarketCap: null,
    upLimit: null,
    downLimit: null,
    isSt: null,
    adjOpen: close,
    adjHigh: close + 0.1,
    adjLow: close - 0.1,
    adjClose: close,
    adjVolume: volume,
  };
});

const A_SESSION: QuestionSession = {
  sessionId: 1,
  code: '600519',
  stockName: '贵州茅台',
  entryDate: calendarDayOf('2025-12-01'),
  currentPrimaryPhase: 'transition',
  summaryNote: '观察二次测试',
};

const PERIOD = {
  ...{ open: 10, high: 11, low: 9, close: 10.5, volume: 5_120_000, amount: 52_000_000, turnover_pct: 6.25 },
  ...{ change_pct: 1.25, bars: 5, is_partial: false, vol_ratio_52w: 1.1234, pos_52w: 0.75, drawdown_52w_pct: -4.5 },
} as const;

/** Three days to judge, 60 bars and more before them. */
export function dailyQuestion(session: Partial<QuestionSession> = {}): DailyQuestion {
  return { kind: 'daily', session: { ...A_SESSION, ...session }, dataThrough: THROUGH, days: days.slice(-3), bars };
}

export function weeklyQuestion(session: Partial<QuestionSession> = {}): WeeklyQuestion {
  return {
    kind: 'weekly',
    session: { ...A_SESSION, ...session },
    dataThrough: THROUGH,
    weeks: [calendarDayOf('2025-12-12'), THROUGH],
    csvText:
      'period_type,period_end,open,high,low,close\nmonth,2025-11-28,10,11,9,10.5\nweek,2025-12-19,10,11,9,10.5\n',
    rows: [
      { ...PERIOD, period_type: 'month', period_end: '2025-11-28' },
      { ...PERIOD, period_type: 'week', period_end: '2025-12-19' },
    ],
    bars,
  };
}

export function fundamentalQuestion(session: Partial<QuestionSession> = {}): FundamentalQuestion {
  return {
    kind: 'fundamental',
    session: { ...A_SESSION, ...session },
    dataThrough: THROUGH,
    items: [
      { key: 'governance', label: '公司治理', rule: '无重大违规' },
      { key: 'listing_risk', label: '上市风险', rule: '审计意见标准' },
    ],
    csvText: 'name,value\n审计意见,标准无保留意见\n',
  };
}

/** In the place of the rules: balanced, with a note that says so. */
export function plainAnswer(question: DailyQuestion | WeeklyQuestion): ModelAnswer {
  const judged = question.kind === 'daily' ? question.days : question.weeks;
  return {
    judgements: judged.map((date) => ({
      date,
      judgement: {
        supplyDemand: 'balanced',
        alignFlag: 'neutral',
        primaryPhaseHint: 'transition',
        cycleSubTags: [],
        cycleEvents: [],
        evidenceNote: '测试用规则',
      },
    })),
    outlook: question.kind === 'weekly' ? '震荡' : null,
    items: [],
    errors: [],
  };
}

export const PLAIN_RULES: Rules = { version: 'plain-1', answer: plainAnswer };
