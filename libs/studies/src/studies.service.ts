import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { recordAct } from '#lib/audit-trail';
import { Database, notify, Notifications, watchRow } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { MarketStateService, TradingCalendarService } from '#lib/market-data';
import { JobsService } from '#lib/queue';
import { nameFilters, type ScreenFilters, ScreenSweepsService } from '#lib/screens';
import { type Overlap, OVERLAPS } from './domain/follow-hits';
import { findDiscoveries } from './domain/statistics/false-discovery';
import {
  DEFAULT_HORIZONS,
  DEFAULT_STUDY_COSTS,
  type StudyCosts,
  studyKey,
  type StudyRequest,
  variantKey,
} from './domain/study-request';
import { describeGaps } from './domain/study-warnings';
import { runStudyJob } from './jobs/run-study.job';
import {
  endStudy,
  insertStudy,
  selectCases,
  selectLatestStudies,
  selectMarketGaps,
  selectNewestCompleted,
  selectStockNames,
  selectStudies,
  selectStudy,
  selectStudyJob,
  setStudyJob,
  type StudyCaseRow,
  type StudyFilter,
  type StudyRow,
} from './persistence/studies.query';

/** Sent with a study's id when the transaction that changed it commits. */
export const STUDY_CHANNEL = 'study';

/** Six years of open days: the market's days are held in memory while a study is computed. */
const MOST_DAYS = 1500;

/** Cases of one statement. */
const PAGE_CASES = 10_000;

/** A study as somebody asks for it. What is left out is as usual. */
export interface StudyAsked {
  readonly screen: string;
  readonly version?: number | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly filters?: Partial<ScreenFilters> | undefined;
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly horizons?: readonly number[] | undefined;
  readonly costs?: Partial<StudyCosts> | undefined;
  readonly overlap?: Overlap | undefined;
}

/** What the library shows of a screen: its newest nightly study, else its newest. */
export interface LibraryStudy {
  readonly study: StudyRow;
  /** Whether its mean excess stands when a tenth of such findings over the library may be luck. */
  readonly discovery: boolean;
}

/** Outcome studies: start, watch, cancel, read. */
@Injectable()
export class StudiesService {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    private readonly sweeps: ScreenSweepsService,
    private readonly state: MarketStateService,
    private readonly calendars: TradingCalendarService,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Starts a study. Its row and its job are one transaction.
   * @param startedBy null: the nightly job, or the command line.
   * @returns the id of the new study, or of the equal one on the same data that is in flight or completed.
   * @throws AppError `not_found` for the screen; `invalid_input`; `range_too_long`, `no_data_in_span` (400);
   * `screen_unavailable` (409); `too_many_jobs` (429).
   */
  async start(
    asked: StudyAsked,
    startedBy: number | null,
    { nightly = false }: { nightly?: boolean } = {},
  ): Promise<{ studyId: number }> {
    const { request, revision } = await this.readRequest(asked);
    const { dataVersion, source } = await this.state.read();
    const { from, to } = request;
    const openDays = (await this.calendars.current()).countOpenDays(from, to);
    const gaps = await selectMarketGaps(this.db, from, to);
    if (gaps.days === 0) throw await this.noDataInSpan(from, to);
    const studyId = await this.db.transaction(async (tx) => {
      await this.sweeps.hold(tx, request.screenId);
      const { id, created } = await insertStudy(tx, {
        ...{ screenId: request.screenId, screenVersion: request.screenVersion },
        ...{ params: request.params, filters: request.filters, fromDate: from, toDate: to },
        ...{ horizons: request.horizons, costs: request.costs, overlap: request.overlap },
        ...{ dataVersion, marketSource: source, survivorship: gaps.survivorship, startedBy, nightly },
        warnings: describeGaps({ ...gaps, missingDays: openDays - gaps.days }),
        variantKey: variantKey(request),
        requestKey: studyKey(request, dataVersion, revision),
      });
      if (!created) return id;
      const by = startedBy === null ? {} : { requestedBy: startedBy };
      const { jobId } = await this.jobs.enqueue(tx, runStudyJob, { studyId: id }, by);
      await setStudyJob(tx, id, jobId);
      await recordAct(tx, { action: 'study.started', subjectId: id, details: { screen: request.screenId, from, to } });
      return id;
    });
    this.jobs.publishSoon();
    return { studyId };
  }

  /** @throws AppError `not_found`. */
  async get(id: number): Promise<StudyRow> {
    const study = await selectStudy(this.db, id);
    if (study === undefined) {
      throw AppError.notFound(`study ${String(id)} does not exist`, undefined, { resource: 'study', id });
    }
    return study;
  }

  /** Today's names of the stocks of cases or trades, by code; a stock without one has no entry. */
  stockNames(shown: readonly { readonly code: string }[]): Promise<ReadonlyMap<string, string>> {
    return selectStockNames(
      this.db,
      shown.map(({ code }) => code),
    );
  }

  /** Newest first. */
  list(filter: StudyFilter, page: { limit: number; offset: number }): Promise<{ studies: StudyRow[]; total: number }> {
    return selectStudies(this.db, filter, page);
  }

  /** The newest completed study of a screen; undefined: none was completed. */
  newestCompleted(screenId: string): Promise<StudyRow | undefined> {
    return selectNewestCompleted(this.db, screenId);
  }

  /** A completed study of each screen, and which of them are discoveries (outcomes.md, section 4). */
  async library(): Promise<LibraryStudy[]> {
    const studies = await selectLatestStudies(this.db);
    const p = studies.map(({ result }) => {
      const horizon = result?.horizons.find((each) => each.horizon === result.groupHorizon);
      return horizon?.insufficient === false ? (horizon.randomListP ?? NaN) : NaN;
    });
    const stands = findDiscoveries(p);
    return studies.map((study, index) => ({ study, discovery: stands[index] === true }));
  }

  /** Cases by signal day and rank, and the study that they belong to. @throws AppError `not_found`. */
  async cases(
    id: number,
    page: { limit: number; offset: number },
  ): Promise<{ cases: StudyCaseRow[]; total: number; study: StudyRow }> {
    const study = await this.get(id);
    return { ...(await selectCases(this.db, id, page)), study };
  }

  /** All cases, a page at a time: each statement stays short. @throws AppError `not_found`. */
  async allCases(id: number): Promise<{ cases: StudyCaseRow[]; study: StudyRow }> {
    const cases: StudyCaseRow[] = [];
    for (;;) {
      const page = await this.cases(id, { limit: PAGE_CASES, offset: cases.length });
      cases.push(...page.cases);
      if (page.cases.length < PAGE_CASES) return { cases, study: page.study };
    }
  }

  /** The study now, then each time it changes, until it has ended. @throws AppError `not_found` before anything is emitted. */
  async watch(id: number): Promise<Observable<StudyRow>> {
    const first = await this.get(id);
    return watchRow(this.notifications, {
      channel: STUDY_CHANNEL,
      id,
      first,
      read: () => this.get(id),
      hasEnded: ({ finishedAt }) => finishedAt !== null,
    });
  }

  /** Cancels a study. @throws AppError `not_found`, or 409 `study_ended` if it has ended. */
  async cancel(id: number): Promise<StudyRow> {
    await this.get(id);
    await this.db.transaction(async (tx) => {
      const jobId = await selectStudyJob(tx, id);
      // The job first: the order in which a run that ends takes its locks.
      if (jobId !== null) await this.jobs.cancel(tx, jobId);
      if (!(await endStudy(tx, id, 'cancelled', null))) {
        throw AppError.conflict('study_ended', `study ${String(id)} has ended already`);
      }
      await recordAct(tx, { action: 'study.cancelled', subjectId: id });
      await notify(tx, STUDY_CHANNEL, String(id));
    });
    return this.get(id);
  }

  private async readRequest(asked: StudyAsked): Promise<{ request: StudyRequest; revision: string | null }> {
    const { from, to, params = {}, filters = {}, version } = asked;
    await this.requireSpan(from, to);
    const swept = await this.sweeps.prepare(asked.screen, { params, filters, version });
    const { screen, filters: all, revision } = swept;
    const request = {
      screenId: screen.view.id,
      screenVersion: screen.view.version,
      params: screen.parameters,
      filters: nameFilters(all),
      ...{ from, to },
      horizons: [...new Set(asked.horizons ?? DEFAULT_HORIZONS)].toSorted((one, other) => one - other),
      costs: { ...DEFAULT_STUDY_COSTS, ...asked.costs },
      overlap: asked.overlap ?? OVERLAPS[0],
    };
    return { request, revision };
  }

  private async requireSpan(from: CalendarDay, to: CalendarDay): Promise<void> {
    if (from > to) {
      const message = `from ${from} is after to ${to}; swap them`;
      const details = { reason: 'range_reversed', from, to };
      throw AppError.invalid(message, [{ field: 'from', message }], undefined, details);
    }
    const tradingDays = (await this.calendars.current()).countOpenDays(from, to);
    if (tradingDays <= MOST_DAYS) return;
    const message = `${String(tradingDays)} trading days, at most ${String(MOST_DAYS)}`;
    throw AppError.invalid(
      `the range has ${message}; choose a shorter one`,
      [{ field: 'from', message }],
      'range_too_long',
      { tradingDays, maxTradingDays: MOST_DAYS },
    );
  }

  private async noDataInSpan(from: CalendarDay, to: CalendarDay): Promise<AppError> {
    const { barsFrom, barsTo } = await this.state.read();
    const has = barsFrom === null || barsTo === null ? 'none yet' : `days from ${barsFrom} to ${barsTo}`;
    const message = `the market has no bars from ${from} to ${to}; it has ${has}`;
    return AppError.invalid(message, [{ field: 'from', message }], 'no_data_in_span', { from: barsFrom, to: barsTo });
  }
}
