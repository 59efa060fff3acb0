import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type SqlRunner } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import {
  lastFinalDay,
  limitPercent,
  readStockAdjustments,
  type StockAdjustments,
  type TradingCalendar,
  TradingCalendarService,
} from '#lib/market-data';
import { type AutoCloseFacts, BARS_FOR_ATR, type FiredRule, firedRules } from './domain/auto-close';
import {
  selectSessionFacts,
  selectTradedStocks,
  type SessionFacts,
  type TradedStock,
} from './persistence/record-facts.query';

/** What the rules say of an open session. Replies carry it only where a rule fires. */
export interface CycleAutoClose {
  shouldClose: true;
  /** The session was closed because of it. */
  applied: boolean;
  rules: FiredRule[];
}

/** An open session at which rules fire. */
export interface AutoCloseReport {
  sessionId: number;
  code: string;
  stockName: string | null;
  rules: FiredRule[];
}

/** So many stocks' bars are read at once: some years of them are a few megabytes, and other requests come in between. */
const STOCKS_AT_ONCE = 100;

/** Judges whether a session has run its course. */
@Injectable()
export class AutoCloseService {
  constructor(
    private readonly db: Database,
    private readonly calendar: TradingCalendarService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The report for a reader; undefined where no rule fires, or the session is closed or unknown. */
  async probe(sessionId: number): Promise<CycleAutoClose | undefined> {
    const rules = await this.listRules(this.db, sessionId, await this.calendar.current());
    return rules.length === 0 ? undefined : { shouldClose: true, applied: false, rules };
  }

  /** All open sessions at which a rule fires, the most important first. */
  async reports(): Promise<{ reports: AutoCloseReport[]; todayYmd: CalendarDay }> {
    const today = this.clock.today();
    const [calendar, sessions] = await Promise.all([
      this.calendar.current(),
      selectSessionFacts(this.db, 'all', lastFinalDay(this.clock.now())),
    ]);
    const adjustments = await readStockAdjustments(this.db, listCodes(sessions));
    const reports: AutoCloseReport[] = [];
    for (let first = 0; first < sessions.length; first += STOCKS_AT_ONCE) {
      const some = sessions.slice(first, first + STOCKS_AT_ONCE);
      const stocks = await this.listStocks(this.db, some, today);
      for (const [index, facts] of some.entries()) {
        const rules = this.judge(facts, stocks[index], adjustments.of(facts.code), calendar);
        const { id: sessionId, code, stockName } = facts;
        if (rules.length > 0) reports.push({ sessionId, code, stockName, rules });
      }
    }
    return { reports, todayYmd: today };
  }

  /** The rules that fire, as `db` sees the session. A closed or unknown session fires none. */
  async listRules(db: SqlRunner, sessionId: number, calendar: TradingCalendar): Promise<FiredRule[]> {
    const [facts] = await selectSessionFacts(db, sessionId, lastFinalDay(this.clock.now()));
    if (facts === undefined) return [];
    const [stock] = await this.listStocks(db, [facts], this.clock.today());
    const adjustments = await readStockAdjustments(db, [facts.code]);
    return this.judge(facts, stock, adjustments.of(facts.code), calendar);
  }

  private listStocks(
    db: SqlRunner,
    sessions: readonly SessionFacts[],
    through: CalendarDay,
  ): Promise<(TradedStock | undefined)[]> {
    const asked = sessions.map(({ code, entryDate }) => ({ code, from: entryDate }));
    return selectTradedStocks(db, asked, { through, least: BARS_FOR_ATR });
  }

  private judge(
    facts: SessionFacts,
    stock: TradedStock | undefined,
    adjustments: StockAdjustments,
    calendar: TradingCalendar,
  ): FiredRule[] {
    const { entryDate, newestDaily, newestWeekly } = facts;
    const bars = stock?.bars ?? [];
    const latest = bars.at(-1);
    const limit =
      stock === undefined || latest === undefined
        ? 10
        : limitPercent({ board: stock.board, tradeDate: latest.tradeDate, isSt: false });
    const drawdown = this.config.cycleDrawdownPct;
    return firedRules({
      entryDate,
      entryClose: facts.entryClose,
      primaryPhase: facts.primaryPhase,
      completedWeeks: facts.weekEnds.map((weekEndDate, index) => ({ weekEndDate, hint: facts.hints[index] ?? null })),
      newestDaily: newestDaily === null ? undefined : { tradeDate: newestDaily, events: facts.newestEvents ?? [] },
      newestRecord:
        newestDaily !== null && newestWeekly !== null && newestDaily < newestWeekly
          ? newestWeekly
          : (newestDaily ?? newestWeekly),
      ...carried(stock, adjustments, entryDate),
      drawdownPercent: limit <= 10 ? drawdown[10] : limit <= 20 ? drawdown[20] : drawdown[30],
      countOpenDays: (from, to) => calendar.countOpenDays(from, to),
    });
  }
}

function listCodes(sessions: readonly SessionFacts[]): string[] {
  return [...new Set(sessions.map(({ code }) => code))];
}

/** A stock's bars and the entry's price, as they stand beside the latest bar. */
function carried(
  stock: TradedStock | undefined,
  adjustments: StockAdjustments,
  entryDate: CalendarDay,
): Pick<AutoCloseFacts, 'bars' | 'entryMultiplier'> {
  const latest = stock?.bars.at(-1);
  if (stock === undefined || latest === undefined) return { bars: [], entryMultiplier: null };
  const { bars, barDate } = stock;
  const multipliers = adjustments.priceMultipliers(bars);
  // Whether previous closes are missing names the basis alone; the factor is the same.
  const { factor } = adjustments.compare({ date: entryDate, barDate }, latest.tradeDate, false);
  return {
    bars: bars.map((bar, index) => ({ ...bar, multiplier: multipliers[index] ?? 1 })),
    entryMultiplier: factor === null ? null : 1 / factor,
  };
}
