import { Injectable } from '@nestjs/common';
import { type BarMatrix, BarMatrixService } from '#lib/bar-matrix';
import { Database, notify, type Transaction } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { MarketDaysService } from '#lib/market-sync';
import type { JobContext } from '#lib/queue';
import { readFilters, ScreenSweepsService, type SweptHits, type SweptScreen } from '#lib/screens';
import { toTradingCosts } from './domain/study-request';
import { StudyThreads } from './engine/study-threads';
import type { RunStudyPayload, RunStudyResult } from './jobs/run-study.job';
import {
  completeStudy,
  countVariants,
  deleteOlderNightlyStudies,
  endStudy,
  insertCases,
  markStudyRunning,
  selectStudy,
  storeStudyProgress,
  type StudyRow,
} from './persistence/studies.query';
import { recordStudyEnd } from './persistence/study-facts.query';
import { STUDY_CHANNEL } from './studies.service';

/** Days before the span that the figures read: the market's regime and the likeness of stocks. */
const DAYS_BEFORE = 200;
/** What the sweep is of the whole work, in percent; the rest is computed in one go. */
const SWEEP_SHARE = 85;
/** Hits of one study. */
const MOST_HITS = 500_000;
/** A step of the progress, in percent. */
const STEP = 5;

/** The screen and the bars of a study. */
interface StudyMaterial {
  readonly swept: SweptScreen;
  readonly matrix: BarMatrix;
  /** Positions of the span's days among those of the matrix. */
  readonly span: { readonly from: number; readonly to: number };
}

/** Runs studies in the worker. */
@Injectable()
export class StudyRunsService {
  /** One study after the other: each holds the market's days in memory. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly sweeps: ScreenSweepsService,
    private readonly matrices: BarMatrixService,
    private readonly calendars: TradingCalendarService,
    private readonly days: MarketDaysService,
    private readonly threads: StudyThreads,
  ) {}

  /**
   * Computes a study and stores it, its cases and the end of its job in one transaction. A run that was interrupted begins again:
   * nothing of it was stored.
   */
  async run(payload: RunStudyPayload, context: JobContext<RunStudyResult>): Promise<RunStudyResult> {
    const run = this.turn.then(() => this.runNow(payload, context));
    this.turn = run.catch(() => undefined);
    return run;
  }

  /** Fails the study with its job. */
  async fail(tx: Transaction, { studyId }: RunStudyPayload, reason: string): Promise<void> {
    if (!(await endStudy(tx, studyId, 'failed', reason))) return;
    await recordStudyEnd(tx, studyId);
    await notify(tx, STUDY_CHANNEL, String(studyId));
  }

  private async runNow({ studyId }: RunStudyPayload, context: JobContext<RunStudyResult>): Promise<RunStudyResult> {
    context.signal.throwIfAborted();
    const study = await selectStudy(this.db, studyId);
    if (study === undefined || !(await context.fenced((tx) => begin(tx, studyId)))) return { cases: 0 };
    const material = await this.read(study, context.signal);
    const hits = await this.sweep(study, material, context);
    requireFew(hits.stockNos.length);
    const { swept, matrix, span } = material;
    const { result, caseParts, caseCount } = await this.threads.compute(
      {
        ...{ matrix: matrix.shared, signals: hits, from: span.from, to: span.to, filters: swept.filters },
        ...{ horizons: study.horizons, costs: toTradingCosts(study.costs), overlap: study.overlap },
        variants: await countVariants(this.db, study.screenId),
        seed: `study ${String(studyId)}`,
      },
      context.signal,
    );
    return context.completeLate(
      async (tx) => {
        await insertCases(tx, studyId, caseParts);
      },
      async (tx) => {
        await completeStudy(tx, studyId, { result, dataVersion: matrix.dataVersion });
        await recordStudyEnd(tx, studyId);
        await deleteOlderNightlyStudies(tx, studyId);
        await notify(tx, STUDY_CHANNEL, String(studyId));
        return { cases: caseCount };
      },
    );
  }

  /** @throws AppError `not_found`, `screen_unavailable`; `no_data_in_span` where the market has none of its days. */
  private async read(study: StudyRow, signal: AbortSignal): Promise<StudyMaterial> {
    const { screenId, screenVersion, params, filters, fromDate, toDate } = study;
    const given = { params, filters: readFilters(filters), version: screenVersion };
    const swept = await this.sweeps.prepare(screenId, given);
    const through = await this.days.latestCompleteDay();
    const matrix = through === null ? undefined : await this.readBars(fromDate, through, swept.bars, signal);
    const from = matrix?.countDaysBefore(fromDate) ?? 0;
    const to = matrix?.facts.days.findLastIndex((day) => day <= toDate) ?? -1;
    if (matrix === undefined || to < from) {
      throw AppError.invalid(`the market has no bars from ${fromDate} to ${toDate}`, [], 'no_data_in_span');
    }
    return { swept, matrix, span: { from, to } };
  }

  private async readBars(from: CalendarDay, through: CalendarDay, needed: number | null, signal: AbortSignal) {
    const span = from > through ? 0 : (await this.calendars.current()).countOpenDays(from, through);
    const bars = needed === null ? null : span + Math.max(needed, DAYS_BEFORE);
    return this.matrices.read({ through, bars }, signal);
  }

  private sweep({ id }: StudyRow, material: StudyMaterial, context: JobContext<RunStudyResult>): Promise<SweptHits> {
    let told = 0;
    return this.sweeps.sweep({ ...material, signal: context.signal }, async (share) => {
      const percent = Math.floor((share * SWEEP_SHARE) / STEP) * STEP;
      if (percent <= told) return;
      told = percent;
      await context.fenced(async (tx) => {
        await storeStudyProgress(tx, id, percent);
        await notify(tx, STUDY_CHANNEL, String(id));
      });
    });
  }
}

/** @throws AppError `too_many_hits` (400): such a screen picks the market, and its cases would fill the memory. */
function requireFew(hits: number): void {
  if (hits <= MOST_HITS) return;
  throw AppError.invalid(
    `the screen has ${String(hits)} hits over the span, at most ${String(MOST_HITS)} can be studied; choose a shorter span or a narrower screen`,
    undefined,
    'too_many_hits',
  );
}

async function begin(tx: Transaction, id: number): Promise<boolean> {
  const isRunning = await markStudyRunning(tx, id);
  if (isRunning) await notify(tx, STUDY_CHANNEL, String(id));
  return isRunning;
}
