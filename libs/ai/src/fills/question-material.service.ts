import { Inject, Injectable } from '@nestjs/common';
import { ADMINISTRATOR_ID } from '#lib/accounts';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { QuestionSession, MarketChange, QuestionContext } from '../domain/question';
import { relativeStrength } from '../domain/relative-strength';
import { selectMarketChanges, storeMarketChanges } from '../persistence/market-change.query';
import { selectChips, selectEarlierOutcomes, selectOwnCost } from '../persistence/question-context.query';

/** The stock and date of a question. */
export interface MaterialOrder {
  session: QuestionSession;
  /** Oldest first; nothing after the last of them is included. */
  bars: readonly AdjustedBar[];
  /**
   * If the question is about now: its job, and the first requested day or week. Left out in a replay, which contains
   * neither a position nor earlier outcomes: both are later than its day.
   */
  live?: { jobId: number; firstDate: CalendarDay | undefined };
}

/** The parts of a question in addition to the stock's own bars, for fills and replays. */
@Injectable()
export class QuestionMaterialService {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Computes the market's days first if they are missing. Parts that `AI_EVIDENCE` leaves out are not read. */
  async read(order: MaterialOrder): Promise<{ market: readonly MarketChange[]; context: QuestionContext }> {
    const [first, last] = [order.bars[0], order.bars.at(-1)];
    if (first === undefined || last === undefined) return { market: [], context: {} };
    await storeMarketChanges(this.db, first.tradeDate, last.tradeDate);
    const market = await selectMarketChanges(this.db, first.tradeDate, last.tradeDate);
    return { market, context: await this.readContext(order, last, market) };
  }

  private async readContext(
    { session, bars, live }: MaterialOrder,
    last: AdjustedBar,
    market: readonly MarketChange[],
  ): Promise<QuestionContext> {
    const { code, sessionId } = session;
    const shown = new Set(this.config.aiEvidence);
    const through = last.tradeDate;
    const chips = shown.has('chips') ? await selectChips(this.db, code, through) : undefined;
    const strength = shown.has('strength') ? relativeStrength(bars, market) : undefined;
    const cost =
      live !== undefined && shown.has('cost')
        ? await selectOwnCost(this.db, { code, userId: ADMINISTRATOR_ID, jobId: live.jobId })
        : undefined;
    const verdicts =
      live?.firstDate !== undefined && sessionId !== null && shown.has('verdicts')
        ? await selectEarlierOutcomes(this.db, { sessionId, before: live.firstDate, through })
        : [];
    return {
      ...(chips === undefined ? {} : { chips }),
      ...(strength === undefined ? {} : { strength }),
      // A cost at or below 0 has no percentage.
      ...(cost === undefined || cost <= 0 ? {} : { cost: { cost, profitPct: profitPct(last.close, cost) } }),
      ...(verdicts.length === 0 ? {} : { verdicts }),
    };
  }
}

function profitPct(close: number, cost: number): number {
  return Math.round((close / cost - 1) * 1000) / 10;
}
