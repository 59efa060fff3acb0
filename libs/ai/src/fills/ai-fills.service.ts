import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { Transaction } from '#lib/database';
import { addDays, AppError, type CalendarDay, calendarDayOf, mondayOf } from '#lib/kernel';
import { type AdjustedBar, StockBarsService, type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import type { JobContext } from '#lib/queue';
import {
  type AiFill,
  type AiFillWritten,
  DAILY_WINDOW,
  type DailyRecordView,
  type RecordKind,
  RecordsService,
  sessionClosed,
  type SessionDetail,
  SessionsService,
  type WeeklyRecordView,
} from '#lib/tracking';
import type { AnswerError, DatedJudgement } from '../domain/answer';
import { type FillWindow, planFillWindow } from '../domain/fill-window';
import { type Periods, periodCsv } from '../domain/period-csv';
import type { DailyQuestion, WeeklyQuestion } from '../domain/question';
import { type SkippedReason, skippedReasons } from '../domain/skipped-reasons';
import { toQuestionSession } from '../question-session';
import { AiPanel, type PanelAnswer, type PanelCall } from '../panel';
import { keepJudgements } from '../track-record/keep-judgements';
import { fillChanges } from './fill-changes';
import { FillDaysService } from './fill-days.service';
import type { DailyFillResult, WeeklyFillResult } from './fill-result';
import { QuestionMaterialService } from './question-material.service';
import { withEvidence } from './with-evidence';

/** Bars that a question may look back on: 52 weeks before the first of four months, and 250 before the daily window. */
export const BARS_BACK = 420;

/** Weeks that a fill looks at, as the periods that models are given. */
const WEEKLY_WINDOW = 8;

/** A caller waits 110 s at most, and the records must be written by then. */
const MODEL_TIMEOUT_MS = 100_000;

export interface FillOrder {
  sessionId: number;
  /** Bars after this day are not looked at: today's are provisional, or the drain is about that day. */
  through: CalendarDay;
  /** Every day or week that has a record is skipped, the newest one too. */
  onlyMissing: boolean;
}

/** The job in whose name models are called. */
export type FillJob = Pick<JobContext<never>, 'jobId' | 'signal' | 'fenced'> &
  Pick<PanelCall, 'roundJobId' | 'isUnattributed' | 'madeFor' | 'began'> & {
    /** How long models may take, ms; left out: as long as a caller waits. */
    modelTimeoutMs?: number;
  };

/** The data of a question. */
interface Material {
  detail: SessionDetail;
  bars: readonly AdjustedBar[];
  dataThrough: CalendarDay;
  calendar: TradingCalendar;
}

/** What a fill will write: evaluated outside of a transaction, because models take time. */
interface EvaluatedFill {
  sessionId: number;
  dataThrough: CalendarDay;
  window: FillWindow;
  calendar: TradingCalendar;
  question: DailyQuestion | WeeklyQuestion;
  skippedReasons: SkippedReason[];
  /** The session's records when it was read. */
  before: readonly (DailyRecordView | WeeklyRecordView)[];
  /** Undefined if no date was requested. */
  answer: PanelAnswer | undefined;
  /** The judgements to write, with their evidence: computed before the transaction, so that it does not wait for it. */
  judgements: AiFill['judged'];
}

export type EvaluatedDays = EvaluatedFill;

export interface EvaluatedWeeks extends EvaluatedFill {
  periods: Periods;
}

/**
 * Fills sessions with models' judgements of their market data, in two steps: `evaluate…` calls the models, `write…` stores
 * the answer in the transaction that also settles the job. See docs/ai-fill.md.
 */
@Injectable()
export class AiFillsService {
  constructor(
    private readonly panel: AiPanel,
    private readonly sessions: SessionsService,
    private readonly records: RecordsService,
    private readonly stockBars: StockBarsService,
    private readonly calendar: TradingCalendarService,
    private readonly days: FillDaysService,
    private readonly questionMaterial: QuestionMaterialService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Evaluates the missing days of the last ten with a bar, and the last one unless it is to be left unchanged.
   * @throws AppError `not_found`, `session_closed`, `no_market_data`, and what the panel throws.
   */
  async evaluateDays(order: FillOrder, job: FillJob): Promise<EvaluatedDays> {
    const { detail, bars, dataThrough, calendar } = await this.material(order);
    const entry = detail.session.entryDate;
    const window = bars.slice(-DAILY_WINDOW).flatMap(({ tradeDate }) => (tradeDate < entry ? [] : [tradeDate]));
    const recorded = new Set(detail.dailyRows.map((row) => row.tradeDate));
    const plan = planFillWindow(window, (day) => recorded.has(day), order);
    const question = {
      kind: 'daily',
      session: toQuestionSession(detail),
      dataThrough,
      days: plan.dates,
      bars,
      ...(await this.questionMaterial.read({
        session: toQuestionSession(detail),
        bars,
        live: { jobId: job.jobId, firstDate: plan.dates[0] },
      })),
    } as const;
    const expected = calendar.openDaysBefore(addDays(order.through, 1), DAILY_WINDOW);
    const skipped = skippedReasons({
      entryDate: calendarDayOf(entry),
      traded: bars.slice(-DAILY_WINDOW).map(({ tradeDate }) => tradeDate),
      provisional: await this.notFinal(detail, expected[0], order),
      expected,
      requested: plan.dates,
    });
    const answer = await this.requestAnswer(plan, question, job);
    return {
      ...{ sessionId: order.sessionId, dataThrough, window: plan, calendar, question },
      ...{ skippedReasons: skipped, before: detail.dailyRows, answer },
      judgements: withEvidence(question, selectJudgements({ window: plan, answer })),
    };
  }

  /** Evaluates the missing weeks of the last eight with a bar, and the newest one unless it is to be left unchanged. */
  async evaluateWeeks(order: FillOrder, job: FillJob): Promise<EvaluatedWeeks> {
    const { detail, bars, dataThrough, calendar } = await this.material(order);
    const through = (await this.days.marketThrough(order.through)) ?? dataThrough;
    const periods = periodCsv(bars, calendar, through < dataThrough ? dataThrough : through);
    const window = periods.weekEnds.filter((end) => end >= detail.session.entryDate);
    const recorded = new Set(detail.weeklyRows.map((row) => mondayOf(row.weekEndDate)));
    const plan = planFillWindow(window, (end) => recorded.has(mondayOf(end)), order);
    const question = {
      kind: 'weekly',
      session: toQuestionSession(detail),
      dataThrough,
      weeks: plan.dates,
      csvText: periods.csvText,
      rows: periods.rows,
      bars,
      ...(await this.questionMaterial.read({
        session: toQuestionSession(detail),
        bars,
        live: { jobId: job.jobId, firstDate: plan.dates[0] },
      })),
    } as const;
    const expected = weekEndsBefore(order.through, calendar);
    const skipped = skippedReasons({
      entryDate: calendarDayOf(detail.session.entryDate),
      traded: periods.weekEnds,
      provisional: (await this.notFinal(detail, expected[0], order)).map((day) => getWeekEnd(day, calendar)),
      expected,
      requested: plan.dates,
    });
    const answer = await this.requestAnswer(plan, question, job);
    return {
      ...{ sessionId: order.sessionId, dataThrough, window: plan, calendar, question },
      ...{ skippedReasons: skipped, before: detail.weeklyRows, answer, periods },
      judgements: withEvidence(question, selectJudgements({ window: plan, answer })),
    };
  }

  /**
   * Stores daily judgements in the caller's transaction.
   * @param run Work of which this is one fill of many. @throws AppError `not_found`, `session_closed`.
   */
  async writeDays(tx: Transaction, evaluated: EvaluatedDays, run?: string): Promise<DailyFillResult> {
    const written = await this.records.fillByAi(tx, 'daily', { ...toAiFill(evaluated), run }, evaluated.calendar);
    await this.storeJudgements(tx, evaluated);
    return { ...summarize(evaluated, written), records: written.records };
  }

  /** As {@link writeDays}, for weeks and the outlook. */
  async writeWeeks(tx: Transaction, evaluated: EvaluatedWeeks, run?: string): Promise<WeeklyFillResult> {
    const { answer, periods } = evaluated;
    const fill = { ...toAiFill(evaluated), run };
    const written = await this.records.fillByAi(
      tx,
      'weekly',
      answer === undefined ? fill : { ...fill, consensus: answer.consensus },
      evaluated.calendar,
    );
    await this.storeJudgements(tx, evaluated);
    return {
      ...summarize(evaluated, written),
      records: written.records,
      reviewDateCleared: written.reviewDateCleared,
      promptCsvPayload: { csvText: periods.csvText, rows: periods.rows },
    };
  }

  /**
   * What {@link evaluateDays} and {@link writeDays} would do: the models are called and their answers kept for the fill that
   * may follow, the records stay as they are. @throws AppError as those do.
   */
  async previewDays(order: FillOrder, job: FillJob): Promise<DailyFillResult> {
    const evaluated = await this.evaluateDays(order, toDryRun(job));
    return this.undone(job, evaluated.before, (tx) => this.writeDays(tx, evaluated));
  }

  /** As {@link previewDays}, for weeks. */
  async previewWeeks(order: FillOrder, job: FillJob): Promise<WeeklyFillResult> {
    const evaluated = await this.evaluateWeeks(order, toDryRun(job));
    return this.undone(job, evaluated.before, (tx) => this.writeWeeks(tx, evaluated));
  }

  /** Writes, reads the result, and rolls back: so a dry run can't differ from the fill. */
  private async undone<Result extends DailyFillResult | WeeklyFillResult>(
    job: FillJob,
    before: EvaluatedFill['before'],
    write: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    let written: Result | undefined;
    try {
      await job.fenced(async (tx) => {
        written = await write(tx);
        throw new DryRunEnd();
      });
    } catch (error) {
      if (!(error instanceof DryRunEnd) || written === undefined) throw error;
    }
    if (written === undefined) throw new Error('a dry run came to no end');
    return { ...written, records: [], dryRun: true, changes: fillChanges(before, written.records) };
  }

  /** Judgements of the direction are scored by the price later. */
  private async storeJudgements(tx: Transaction, { question, answer }: EvaluatedFill): Promise<void> {
    const origin = { replay: this.config.clockStart !== undefined, replayId: null };
    if (answer !== undefined) await keepJudgements(tx, question, answer, origin);
  }

  private async material(order: FillOrder): Promise<Material> {
    const detail = await this.sessions.get(order.sessionId);
    if (detail.session.status === 'closed') throw sessionClosed(order.sessionId);
    const bars = await this.stockBars.upTo(detail.session.code, order.through, BARS_BACK);
    const dataThrough = bars.at(-1)?.tradeDate;
    if (dataThrough === undefined) {
      throw AppError.notFound(`there are no bars of ${detail.session.code} up to ${order.through}`, 'no_market_data');
    }
    return { detail, bars, dataThrough, calendar: await this.calendar.current() };
  }

  private notFinal(
    { session }: SessionDetail,
    from: CalendarDay | undefined,
    { through }: FillOrder,
  ): Promise<CalendarDay[]> {
    return this.stockBars.notFinal(session.code, { from: from ?? through, through });
  }

  private async requestAnswer(
    window: FillWindow,
    question: DailyQuestion | WeeklyQuestion,
    job: FillJob,
  ): Promise<PanelAnswer | undefined> {
    if (window.dates.length === 0) return undefined;
    return this.panel.answer(question, {
      jobId: job.jobId,
      ...(job.roundJobId === undefined ? {} : { roundJobId: job.roundJobId }),
      ...(job.isUnattributed === undefined ? {} : { isUnattributed: job.isUnattributed }),
      ...(job.madeFor === undefined ? {} : { madeFor: job.madeFor }),
      ...(job.began === undefined ? {} : { began: job.began }),
      signal: job.signal,
      deadlineMs: Date.now() + (job.modelTimeoutMs ?? MODEL_TIMEOUT_MS),
      fenced: (work) => job.fenced(work),
    });
  }
}

/** Rolls back what a dry run has written. */
class DryRunEnd extends Error {}

function toDryRun(job: FillJob): FillJob {
  const { jobId, signal } = job;
  return { jobId, signal, fenced: (work) => job.fenced(work), madeFor: 'dry_run' };
}

/** The end dates of the last weeks up to a day, its own among them, oldest first. Weeks without an open day are left out. */
function weekEndsBefore(through: CalendarDay, calendar: TradingCalendar): CalendarDay[] {
  const sundays = Array.from({ length: WEEKLY_WINDOW }, (_, weeks) => addDays(mondayOf(through), 6 - weeks * 7));
  return sundays.flatMap((day) => calendar.lastOpenDayOfIsoWeek(day) ?? []).reverse();
}

function getWeekEnd(day: CalendarDay, calendar: TradingCalendar): CalendarDay {
  return calendar.lastOpenDayOfIsoWeek(day) ?? day;
}

/** Only requested days: a model's judgements of other days are ignored. */
function selectJudgements({ window, answer }: Pick<EvaluatedFill, 'window' | 'answer'>): readonly DatedJudgement[] {
  const requested = new Set(window.dates);
  return answer?.judgements.filter(({ date }) => requested.has(date)) ?? [];
}

function toAiFill(evaluated: EvaluatedFill): AiFill {
  return {
    sessionId: evaluated.sessionId,
    judged: evaluated.judgements,
    overwritable: evaluated.window.overwritable,
    aiRunId: evaluated.answer?.leadRunId ?? null,
    dataThrough: evaluated.dataThrough,
  };
}

function summarize(evaluated: EvaluatedFill, written: AiFillWritten<RecordKind>) {
  const judgements = selectJudgements(evaluated);
  const { generated, overwritten } = written;
  return {
    sessionId: evaluated.sessionId,
    generated,
    overwritten,
    // What a person wrote since the models were called is left unchanged too.
    skipped: evaluated.window.skipped + judgements.length - generated - overwritten,
    skippedReasons: [...evaluated.skippedReasons, ...writtenMeanwhile(judgements, written)].sort(byDate),
    errors: listErrors(evaluated, judgements),
    aiRunIds: [...(evaluated.answer?.aiRunIds ?? [])],
    promptCopy: evaluated.answer?.promptCopy ?? null,
    sessionPhaseSync: written.sessionPhaseSync,
    cycleAutoClose: written.cycleAutoClose,
  };
}

/** Dates that were evaluated, and that a person recorded since the models were called. */
function writtenMeanwhile(
  judgements: readonly DatedJudgement[],
  { records }: AiFillWritten<RecordKind>,
): SkippedReason[] {
  const written = new Set(records.map((record) => ('tradeDate' in record ? record.tradeDate : record.weekEndDate)));
  return judgements.flatMap(({ date }) => (written.has(date) ? [] : [{ date, reason: 'exists' as const }]));
}

function byDate(one: SkippedReason, other: SkippedReason): number {
  return one.date < other.date ? -1 : 1;
}

/** The panel's errors, and an error for each day that has neither a judgement nor an error. */
function listErrors({ window, answer }: EvaluatedFill, judgements: readonly DatedJudgement[]): AnswerError[] {
  if (answer === undefined) return [];
  const explained = new Set([
    ...judgements.map(({ date }) => date),
    ...answer.errors.flatMap(({ date }) => (date === null ? [] : [date])),
  ]);
  const silent = window.dates.filter((day) => !explained.has(day));
  return [
    ...answer.errors,
    ...silent.map((date) => ({ date, field: null, error: `no model gave a usable judgement of ${date}` })),
  ];
}
