import { Injectable, Logger } from '@nestjs/common';
import { Database } from '#lib/database';
import { recordEvent } from '#lib/events';
import { type CalendarDay, Clock, messageOf, shanghaiDayAt } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { MarketDaysService } from '#lib/market-sync';
import { selectDueSessions } from '#lib/tracking';
import { DigestsService } from './digests.service';
import { DIGEST_EVENTS } from './domain/digest-events';
import { type DigestRule, firstSpanMs, isDigestRule, isDigestTime } from './domain/digest-time';
import { gatherDigest } from './domain/gather-digest';
import { digestKey, selectDigestSpan, selectRecordedDigests, selectToldFacts } from './persistence/daily-digests.query';
import { lockPlanning } from './persistence/events.query';
import { selectActiveRules } from './persistence/rules.query';

/** Writes the digests of evenings and mornings as events, each once for its rule and open day. */
@Injectable()
export class DailyDigestsService {
  private readonly logger = new Logger('DailyDigests');

  constructor(
    private readonly db: Database,
    private readonly digests: DigestsService,
    private readonly calendars: TradingCalendarService,
    private readonly days: MarketDaysService,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the digests whose time has come today by the business clock, and that no process has recorded. One that fails does
   * not hold up the others: the next call tries it again.
   * @returns how many were recorded.
   */
  async recordDue(): Promise<number> {
    const now = this.clock.now();
    const day = shanghaiDayAt(now);
    const calendar = await this.calendars.current();
    if (!calendar.isOpen(day)) return 0;
    const rules = await this.selectUnrecorded(day, now);
    if (rules.length === 0) return 0;
    // What is ready is told first, so that the digest has it.
    await this.digests.tellAll();
    const openDayBefore = calendar.nthOpenDayBefore(day, 1);
    const dataThrough = await this.days.latestCompleteDay();
    let recorded = 0;
    for (const rule of rules) {
      const expected = rule.event === 'digest.evening' ? day : openDayBefore;
      const span = firstSpanMs(rule, now, openDayBefore);
      try {
        if (await this.record(rule, { day, market: { dataThrough, expected }, firstSpanMs: span })) recorded += 1;
      } catch (error) {
        this.logger.warn(`the digest of rule ${String(rule.id)} was not written: ${messageOf(error)}`);
      }
    }
    return recorded;
  }

  private async selectUnrecorded(day: CalendarDay, now: Date): Promise<DigestRule[]> {
    const rules = (await selectActiveRules(this.db, DIGEST_EVENTS)).filter(isDigestRule);
    const due = rules.filter((rule) => isDigestTime(rule, now));
    if (due.length === 0) return [];
    const recorded = await selectRecordedDigests(
      this.db,
      due.map(({ id }) => digestKey(id, day)),
    );
    return due.filter(({ id }) => !recorded.has(digestKey(id, day)));
  }

  private record(
    rule: DigestRule,
    about: {
      readonly day: CalendarDay;
      readonly market: { readonly dataThrough: CalendarDay | null; readonly expected: CalendarDay };
      readonly firstSpanMs: number;
    },
  ): Promise<boolean> {
    const { day, market } = about;
    const key = digestKey(rule.id, day);
    return this.db.transaction(async (tx) => {
      await lockPlanning(tx);
      if ((await selectRecordedDigests(tx, [key])).size > 0) return false;
      const span = await selectDigestSpan(tx, rule, about.firstSpanMs);
      const facts = await selectToldFacts(tx, rule.userId, span);
      const due = await selectDueSessions(tx, day);
      const { id: ruleId, userId } = rule;
      const data = gatherDigest({ ruleId, userId, day, through: span.through, market }, due, facts);
      return recordEvent(tx, { type: rule.event, key, data });
    });
  }
}
