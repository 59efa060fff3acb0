import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import { StockBarsService, TradingCalendarService } from '#lib/market-data';
import type { DailyQuestion, QuestionSession, WeeklyQuestion } from '../domain/question';
import { periodCsv } from '../domain/period-csv';
import { BARS_BACK } from '../fills/ai-fills.service';
import { QuestionMaterialService } from '../fills/question-material.service';
import { type ReplayItem, type ReplayKind, selectNameOn } from '../persistence/replays.query';

/**
 * Questions about a past day, with nothing in them that was not known in its evening: bars up to the day, adjusted as of it,
 * the stock's name of then; no note, no phase, no later outcome. The question treats the stock as one that has been tracked
 * since that day.
 */
@Injectable()
export class ReplayQuestionsService {
  constructor(
    private readonly db: Database,
    private readonly stockBars: StockBarsService,
    private readonly calendar: TradingCalendarService,
    private readonly material: QuestionMaterialService,
  ) {}

  /** @throws AppError `no_market_data` if the stock did not trade on the day, or in its week. */
  async of(kind: ReplayKind, { code, day }: ReplayItem): Promise<DailyQuestion | WeeklyQuestion> {
    const bars = await this.stockBars.upTo(code, day, BARS_BACK);
    const dataThrough = bars.at(-1)?.tradeDate;
    const stockName = await selectNameOn(this.db, code, day);
    const session: QuestionSession = {
      ...{ sessionId: null, code, stockName, entryDate: day },
      ...{ currentPrimaryPhase: null, summaryNote: null },
    };
    if (kind === 'daily') {
      if (dataThrough !== day) throw notTraded(code, `on ${day}`);
      return { kind, session, dataThrough, days: [day], bars, ...(await this.material.read({ session, bars })) };
    }
    const periods = periodCsv(bars, await this.calendar.current(), day);
    if (dataThrough === undefined || periods.weekEnds.at(-1) !== day) throw notTraded(code, `in the week to ${day}`);
    const { csvText, rows } = periods;
    const material = await this.material.read({ session, bars });
    return { kind, session, dataThrough: day, weeks: [day], csvText, rows, bars, ...material };
  }
}

function notTraded(code: string, when: string): AppError {
  return AppError.notFound(`${code} has no bar ${when}`, 'no_market_data');
}
