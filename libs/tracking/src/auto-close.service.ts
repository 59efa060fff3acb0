import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type SqlRunner } from '#lib/database';
import { Clock } from '#lib/kernel';
import { lastFinalDay, limitPercent, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import { BARS_FOR_ATR, type FiredRule, firedRules } from './domain/auto-close';
import { selectSessionFacts, selectTradedBars } from './persistence/record-facts.query';

/** What the rules say of an open session. Replies carry it only where a rule fires. */
export interface CycleAutoClose {
  shouldClose: true;
  /** The session was closed because of it. */
  applied: boolean;
  rules: FiredRule[];
}

/** Judges whether a session has run its course. */
@Injectable()
export class AutoClose {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(TradingCalendarService) private readonly calendar: TradingCalendarService,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The report for a reader; undefined where no rule fires, or the session is closed or unknown. */
  async probe(sessionId: number): Promise<CycleAutoClose | undefined> {
    const rules = await this.rulesOf(this.db, sessionId, await this.calendar.current());
    return rules.length === 0 ? undefined : { shouldClose: true, applied: false, rules };
  }

  /** The rules that fire, as `db` sees the session: two statements. A closed or unknown session fires none. */
  async rulesOf(db: SqlRunner, sessionId: number, calendar: TradingCalendar): Promise<FiredRule[]> {
    const completedThrough = lastFinalDay(this.clock.now());
    const facts = await selectSessionFacts(db, sessionId, completedThrough);
    if (facts?.isOpen !== true) return [];
    const { code, entryDate, newestDaily, newestWeekly } = facts;
    const through = this.clock.today();
    const bars = await selectTradedBars(db, { code, from: entryDate, through, least: BARS_FOR_ATR });
    const latest = bars.at(-1);
    const limit =
      latest === undefined ? 10 : limitPercent({ board: latest.board, tradeDate: latest.tradeDate, isSt: false });
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
      bars,
      limitPercent: limit,
      drawdownPercent: limit <= 10 ? drawdown[10] : limit <= 20 ? drawdown[20] : drawdown[30],
      countOpenDays: (from, to) => calendar.countOpenDays(from, to),
    });
  }
}
