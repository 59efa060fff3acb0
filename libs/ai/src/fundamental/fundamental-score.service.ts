import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { AppError, type CalendarDay, Clock } from '#lib/kernel';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { type JobContext, JobsService } from '#lib/queue';
import { sessionClosed, SessionsService } from '#lib/tracking';
import type { ItemJudgement } from '../domain/answer';
import { type CompanyFacts, newestPublication } from '../domain/fundamental/company-facts';
import { selectModelItems, MIN_AVAILABLE_ITEMS, scoreCompany, scoreNote } from '../domain/fundamental/score';
import type { QuestionSession } from '../domain/question';
import { toQuestionSession } from '../question-session';
import { AiPanel, PanelError } from '../panel';
import { factsCsv, selectCompanyFacts } from '../persistence/company-facts.query';
import {
  type FundamentalScoreView,
  insertFundamentalScore,
  selectFundamentalScores,
} from '../persistence/fundamental-score.query';
import {
  type FundamentalScoreResult,
  scoreFundamentalJob,
  type ScoreFundamentalPayload,
} from './score-fundamental.job';

/** The rules know no more than the data, so they are not called. */
const DATA_ONLY = 'rules';

interface ModelItems {
  items: readonly ItemJudgement[];
  aiRunId: number | null;
  errors: readonly string[];
}

/** Scores a session's company by the twenty items, and writes the score and its note to the session. */
@Injectable()
export class FundamentalScoreService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly sessions: SessionsService,
    private readonly market: MarketStateService,
    private readonly panel: AiPanel,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError `not_found`, `session_closed` (409), `queue_unavailable`, `no_worker`. */
  async request(sessionId: number, requestedBy: number): Promise<{ jobId: number }> {
    await this.openSession(sessionId);
    await this.jobs.assertReachable(scoreFundamentalJob.queue);
    const { jobId } = await this.db.transaction((tx) =>
      this.jobs.enqueue(tx, scoreFundamentalJob, { sessionId }, { requestedBy, dedupeScope: String(requestedBy) }),
    );
    this.jobs.publishSoon();
    return { jobId };
  }

  /**
   * Data decide; qualitative items that they leave open go to the configured models. Models that give no answer cost those
   * items and a warning, not the score. Under {@link MIN_AVAILABLE_ITEMS} items decided by data the session keeps the score
   * that it had, and the note contains the reason.
   * @throws AppError `not_found`, `session_closed`, `no_market_data` (404) for a code that the market doesn't have.
   */
  async score(
    { sessionId }: ScoreFundamentalPayload,
    context: JobContext<FundamentalScoreResult>,
  ): Promise<FundamentalScoreResult> {
    const session = await this.openSession(sessionId);
    const today = this.clock.today();
    const facts = await selectCompanyFacts(this.db, session.code, today);
    if (facts === undefined) {
      throw AppError.notFound(`the market data have no stock ${session.code}`, 'no_market_data');
    }
    const modelItems = await this.requestModelItems(session, facts, today, context);
    const scored = scoreCompany(facts, modelItems.items);
    const { source } = await this.market.read();
    const applied = scored.available >= MIN_AVAILABLE_ITEMS;
    const note = applied
      ? scoreNote(scored)
      : `只有 ${scored.available} 项有数据（至少 ${MIN_AVAILABLE_ITEMS} 项），原有评分不变。${scoreNote(scored)}`;
    return context.complete(async (tx) => {
      const score = await this.sessions.rate(tx, sessionId, applied ? { ...scored, note } : undefined);
      const { score: points, available, judged, items } = scored;
      await insertFundamentalScore(tx, {
        ...{ sessionId, jobId: context.jobId, scoredAt: this.clock.now(), asOf: today },
        ...{ dataThrough: newestPublication(facts), score: points, available, judged, applied, items, note },
        ...{ aiRunId: modelItems.aiRunId, marketSource: source, warnings: modelItems.errors },
      });
      return {
        ...{ sessionId, score, note, available: scored.available, judged: scored.judged },
        items: scored.items.map((item) => ({ ...item })),
        aiRunId: modelItems.aiRunId,
        marketSource: source,
        warnings: [...marketNotices(source), ...modelItems.errors],
      };
    });
  }

  /**
   * The scores that a session was given, newest first.
   * @throws AppError `not_found` if there is no such session.
   */
  async history(
    sessionId: number,
    page: { limit: number; offset: number },
  ): Promise<{ scores: FundamentalScoreView[]; total: number }> {
    await this.sessions.get(sessionId);
    return selectFundamentalScores(this.db, sessionId, page);
  }

  private async requestModelItems(
    session: QuestionSession,
    facts: CompanyFacts,
    today: CalendarDay,
    context: JobContext<FundamentalScoreResult>,
  ): Promise<ModelItems> {
    const asked = selectModelItems(facts);
    try {
      const models = asked.length === 0 ? [] : await this.panel.listModels();
      if (models.every(({ name }) => name === DATA_ONLY)) return { items: [], aiRunId: null, errors: [] };
      const answer = await this.panel.answer(
        {
          kind: 'fundamental',
          // A person's note is no fact of the company, and could argue for points.
          session: { ...session, summaryNote: null },
          dataThrough: today,
          items: asked.map(({ key, label, rule }) => ({ key, label, rule })),
          csvText: factsCsv(facts),
        },
        {
          jobId: context.jobId,
          began: models,
          signal: context.signal,
          deadlineMs: Date.now() + this.config.jobWaitSeconds * 1000,
          fenced: (work) => context.fenced(work),
        },
      );
      return {
        items: answer.items,
        aiRunId: answer.leadRunId,
        errors: answer.errors.map(({ field, error }) => (field === null ? error : `${field}: ${error}`)),
      };
    } catch (error) {
      // A job that was cancelled or taken over is not ours to finish.
      if (context.signal.aborted || !isOutage(error)) throw error;
      return { items: [], aiRunId: null, errors: [outageWarning(error)] };
    }
  }

  private async openSession(sessionId: number): Promise<QuestionSession> {
    const detail = await this.sessions.get(sessionId);
    if (detail.session.status === 'closed') throw sessionClosed(sessionId);
    return toQuestionSession(detail);
  }
}

/** The models are unavailable or not set up: the items that data decide can still be scored. */
function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'ai_failed' || error.code === 'ai_not_configured');
}

function outageWarning(error: AppError): string {
  const modelErrors = error instanceof PanelError ? error.modelErrors.map(({ model, code }) => `${model} ${code}`) : [];
  const codes = [error.code, ...modelErrors].join(', ');
  return `No model judged the open items, data alone decided (${codes}): ${error.message}`;
}
