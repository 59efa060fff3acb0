import { Injectable, Logger } from '@nestjs/common';
import { Database } from '#lib/database';
import { recordEvent } from '#lib/events';
import { AppError, type CalendarDay } from '#lib/kernel';
import { StockBarsService } from '#lib/market-data';
import { MarketDaysService } from '#lib/market-sync';
import { readFilters, ScreensService } from '#lib/screens';
import type { PriceConditions, ScreenConditions } from './domain/conditions';
import type { Rule } from './domain/pending-event';
import { changePct, CROSSING_BARS, hasCrossed } from './domain/price-crossing';
import type { EvaluateRulesResult } from './jobs/evaluate-rules.job';
import { selectActiveRules, selectStockName } from './persistence/rules.query';

/** New hits that an event names. */
const MOST_NAMED = 10;

/** Evaluates the rules on screens and prices once a day has become complete: what is true on it and was not on the day before. */
@Injectable()
export class RuleEvaluationsService {
  private readonly logger = new Logger('RuleEvaluations');

  constructor(
    private readonly db: Database,
    private readonly days: MarketDaysService,
    private readonly bars: StockBarsService,
    private readonly screens: ScreensService,
  ) {}

  /**
   * Records an event for each rule that has something to tell of a day. A rule that can't be evaluated, because its screen is
   * gone, is left out; the others are evaluated.
   * @throws AppError where the database or the bars are not there now: the job is retried.
   */
  async evaluate(day: CalendarDay, signal: AbortSignal): Promise<EvaluateRulesResult> {
    const rules = await selectActiveRules(this.db, ['screen.matched', 'price.crossed']);
    let events = 0;
    for (const rule of rules) {
      signal.throwIfAborted();
      try {
        const found =
          rule.event === 'price.crossed' ? await this.cross(rule, day) : await this.match(rule, day, signal);
        if (found) events += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.retryable) throw error;
        this.logger.warn(`rule ${String(rule.id)} was not evaluated: ${error.message}`);
      }
    }
    return { rules: rules.length, events };
  }

  private async cross(rule: Rule, day: CalendarDay): Promise<boolean> {
    const conditions = rule.conditions as PriceConditions;
    const bars = await this.bars.upTo(conditions.code, day, CROSSING_BARS);
    const last = bars.at(-1);
    if (last?.tradeDate !== day || !hasCrossed(conditions, bars)) return false;
    const stockName = await selectStockName(this.db, conditions.code);
    const data = {
      ...{ ruleId: rule.id, code: conditions.code, stockName, day },
      ...{ close: last.close, pctChange: changePct(bars, bars.length - 1) },
    };
    return recordEvent(this.db, { type: 'price.crossed', key: `${String(rule.id)}:${day}`, data });
  }

  private async match(rule: Rule, day: CalendarDay, signal: AbortSignal): Promise<boolean> {
    const { screen, params = {}, filters = {} } = rule.conditions as ScreenConditions;
    const request = { params, filters: readFilters(filters) };
    const { name, hits } = await this.screens.hitsOn(screen, { ...request, asOf: day }, signal);
    const before = await this.days.completeDayBefore(day);
    const known = before === null ? undefined : await this.screens.hitsOn(screen, { ...request, asOf: before }, signal);
    const old = new Set(known?.hits.map(({ code }) => code));
    const fresh = hits.filter(({ code }) => !old.has(code));
    if (fresh.length === 0) return false;
    const top = fresh
      .slice(0, MOST_NAMED)
      .map(({ code, stockName, close, pctChange }) => ({ code, stockName, close, pctChange }));
    const data = {
      ...{ ruleId: rule.id, screen, screenName: name, day, matched: hits.length, fresh: fresh.length, top },
    };
    return recordEvent(this.db, { type: 'screen.matched', key: `${String(rule.id)}:${day}`, data });
  }
}
