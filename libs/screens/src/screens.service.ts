import { Injectable } from '@nestjs/common';
import { type BarMatrix, BarMatrixService, type BarRequest } from '#lib/bar-matrix';
import { Database } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { MarketStateService, type StoredMarketSource } from '#lib/market-data';
import { MarketDaysService } from '#lib/market-sync';
import { type OpenedSession, SessionsService } from '#lib/tracking';
import { CompaniesService } from './companies.service';
import type { Evidence, EvidenceColumn } from './domain/evidence';
import { mergeFilters, nameFilters } from './domain/read-filters';
import type { ScreenNeeds } from './domain/screen';
import { type FilterReason, NO_FILTERS, type ScreenFilters } from './domain/screen-filters';
import { countBars } from './engine/run-task';
import type { FoundStock, TaskResult } from './engine/screen-task';
import { ScreenThreads } from './engine/screen-threads';
import { withinLimit } from './engine/within-limit';
import type { SharedCompanies } from './engine/market-companies';
import { FlowsService } from './flows.service';
import { requireAvailable, type RunnableScreen, ScreenCatalog } from './screen-catalog';
import { unavailable } from './screen-unavailable';

export interface ScreenRequest {
  /** Left out: the market's newest complete day. */
  readonly asOf?: CalendarDay | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly filters: Partial<ScreenFilters>;
}

export interface ScreenRow {
  readonly rank: number;
  readonly code: string;
  readonly stockName: string | null;
  /** The day of the hit. */
  readonly date: CalendarDay;
  readonly score: number;
  readonly evidence: Evidence;
  /** Yuan as traded. */
  readonly close: number;
  readonly pctChange: number | null;
  readonly circulatingMarketCapYi: number | null;
  readonly openSessionId: number | null;
}

export interface ScreenRunView {
  readonly screen: { readonly id: string; readonly version: number };
  readonly asOf: CalendarDay;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** As requests name them. */
  readonly filters: Record<string, unknown>;
  readonly dataThrough: CalendarDay;
  readonly dataVersion: number;
  readonly evaluated: number;
  readonly matched: number;
  readonly rows: ScreenRow[];
  readonly pagination: { readonly total: number; readonly limit: number; readonly offset: number };
  readonly ms: number;
  readonly warnings: string[];
  readonly marketSource: StoredMarketSource;
}

/** The stocks that a screen finds on the newest complete day, as it has its parameters and filters by itself. */
export interface ScreenHits {
  readonly id: string;
  readonly version: number;
  readonly asOf: CalendarDay;
  /** Best first. */
  readonly codes: readonly string[];
}

/** The hits of one day, and the screen's name. */
export interface DayHits {
  readonly name: string;
  readonly hits: readonly Pick<FoundStock, 'code' | 'stockName' | 'close' | 'pctChange'>[];
}

/** A session for a hit, or the one that was open. */
export interface ScreenSession {
  readonly code: string;
  readonly sessionId: number;
  readonly outcome: OpenedSession['outcome'];
}

/** What a run evaluates. */
interface Prepared {
  readonly screen: RunnableScreen;
  readonly filters: ScreenFilters;
  readonly asOf: CalendarDay;
}

/** The hits of a run, best first. */
interface Ranked extends Prepared {
  readonly matrix: BarMatrix;
  readonly result: TaskResult;
  readonly hits: readonly FoundStock[];
}

/** A run waits so long for bars that are being read into memory: as long as a built-in screen may take. */
const LONGEST_WAIT_MS = 45_000;

/** Lists of hits that are kept. */
const MOST_KEPT = 32;

/** Runs screens over the market. Nothing of a run is stored. */
@Injectable()
export class ScreensService {
  /** Pages of one list, and many readers, ask for the same hits: kept while the market is as it was. */
  private readonly kept = new Map<string, ScreenHits>();

  constructor(
    private readonly db: Database,
    private readonly catalog: ScreenCatalog,
    private readonly matrices: BarMatrixService,
    private readonly threads: ScreenThreads,
    private readonly days: MarketDaysService,
    private readonly state: MarketStateService,
    private readonly sessions: SessionsService,
    private readonly flows: FlowsService,
    private readonly companies: CompaniesService,
  ) {}

  /**
   * Evaluates a screen on a day.
   * @throws AppError `not_found`, `invalid_input`, `screen_unavailable` (409), `no_data_on_day`, `run_too_long` (400),
   * `bars_loading`, `scores_loading`, `screens_busy` (503).
   */
  async run(
    id: string,
    request: ScreenRequest,
    page: { limit: number; offset: number },
    signal: AbortSignal,
  ): Promise<ScreenRunView> {
    const started = performance.now();
    const { screen, filters, asOf, matrix, result, hits } = await this.rank(id, request, signal);
    const { limit, offset } = page;
    const { barsTo, source } = await this.state.read();
    const shown = hits.slice(offset, offset + limit);
    const open = await this.sessions.openSessionIds(shown.map(({ code }) => code));
    return {
      screen: { id: screen.view.id, version: screen.view.version },
      asOf,
      params: screen.parameters,
      filters: nameFilters(filters),
      dataThrough: barsTo ?? asOf,
      dataVersion: matrix.dataVersion,
      evaluated: result.evaluated,
      matched: hits.length,
      rows: shown.map((hit, index) => ({
        rank: offset + index + 1,
        ...toRow(hit, matrix, screen.view.evidence),
        openSessionId: open.get(hit.code) ?? null,
      })),
      pagination: { total: hits.length, limit, offset },
      ms: Math.round(performance.now() - started),
      warnings: [
        ...warnIgnored(screen),
        ...warnShortHistory(screen, matrix, asOf),
        ...warnings(result.leftOut),
        ...(await this.dayWarnings(asOf)),
      ],
      marketSource: source,
    };
  }

  /**
   * The hits of a screen on the newest complete day, as it has its parameters and filters by itself.
   * @throws AppError `not_found`, `screen_unavailable` (409), `run_too_long` (400), `bars_loading`, `scores_loading`, `screens_busy` (503).
   */
  async hits(id: string, signal: AbortSignal): Promise<ScreenHits> {
    const prepared = await this.prepare(id, { params: {}, filters: {} });
    const { view } = prepared.screen;
    const keyAt = (revision: string): string => JSON.stringify([id, view.version, prepared.asOf, revision]);
    const known = this.kept.get(keyAt(await this.state.revision()));
    if (known !== undefined) return known;
    const { matrix, asOf, hits } = await this.find(prepared, signal);
    const found = { id, version: view.version, asOf, codes: [...new Set(hits.map(({ code }) => code))] };
    this.kept.set(keyAt(matrix.revision), found);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return found;
  }

  /**
   * All hits of a screen on a day, best first.
   * @throws AppError as {@link run}.
   */
  async hitsOn(id: string, request: ScreenRequest, signal: AbortSignal): Promise<DayHits> {
    const { screen, hits } = await this.rank(id, request, signal);
    return { name: screen.view.name, hits };
  }

  /**
   * Opens a session for each hit, or for some of them.
   * @param codes Those of the hits that are meant; undefined: all.
   * @throws AppError as {@link run}; `not_a_hit` (400) for a code that is none.
   */
  async openSessions(
    id: string,
    request: ScreenRequest,
    codes: readonly string[] | undefined,
    { userId, signal }: { userId: number; signal: AbortSignal },
  ): Promise<{ asOf: CalendarDay; created: number; alreadyOpen: number; rows: ScreenSession[] }> {
    const { screen, asOf, matrix, hits } = await this.rank(id, request, signal);
    const chosen = choose(hits, codes);
    const { source: marketSource } = await this.state.read();
    const opened = await this.db.transaction((tx) =>
      this.sessions.openAll(
        tx,
        chosen.map((hit) => ({
          code: hit.code,
          stockName: hit.stockName,
          entryDate: dayOf(matrix, hit.dayNo),
          entryClosePrice: hit.close,
        })),
        { source: screen.view.source, marketSource, createdBy: userId },
      ),
    );
    const rows = chosen.flatMap(({ code }) => opened.get(code) ?? []);
    const created = rows.filter(({ outcome }) => outcome === 'created').length;
    return { asOf, created, alreadyOpen: rows.length - created, rows };
  }

  /** On how many stocks of each of the newest `count` days a formula holds, oldest first. */
  async recentMatches(
    formula: string,
    needs: { bars: number | null },
    given: Partial<ScreenFilters>,
    { count, signal }: { count: number; signal: AbortSignal },
  ): Promise<{ date: CalendarDay; matched: number }[]> {
    const asOf = await this.days.latestCompleteDay();
    if (asOf === null) return [];
    const bars = needs.bars === null ? null : needs.bars + count;
    const matrix = await this.readBars({ through: asOf, bars }, signal);
    const dayNo = matrix?.dayNoOf(asOf);
    if (matrix === undefined || dayNo === undefined) return [];
    const daysBefore = Math.min(count - 1, dayNo);
    const rule = { kind: 'formula', formula } as const;
    const { dayNos } = await this.threads.sweep(
      { rule, filters: { ...NO_FILTERS, ...given }, dayNo, daysBefore },
      matrix,
      signal,
    );
    const matched = new Map<number, number>();
    for (const no of dayNos) matched.set(no, (matched.get(no) ?? 0) + 1);
    return Array.from({ length: daysBefore + 1 }, (_, back) => dayNo - daysBefore + back).map((no) => ({
      date: dayOf(matrix, no),
      matched: matched.get(no) ?? 0,
    }));
  }

  private async rank(id: string, request: ScreenRequest, signal: AbortSignal): Promise<Ranked> {
    return this.find(await this.prepare(id, request), signal);
  }

  private async prepare(id: string, request: ScreenRequest): Promise<Prepared> {
    const screen = await this.catalog.prepare(id, request.params);
    requireAvailable(screen.view);
    const filters = mergeFilters(screen.view.filters, request.filters);
    const asOf = request.asOf ?? (await this.days.latestCompleteDay());
    if (asOf === null) throw unavailable({ lack: 'complete_day' });
    return { screen, filters, asOf };
  }

  private async find({ screen, filters, asOf }: Prepared, signal: AbortSignal): Promise<Ranked> {
    const matrix = await this.readBars({ through: asOf, bars: countBars(screen.needs) }, signal);
    const dayNo = matrix?.dayNoOf(asOf);
    if (matrix === undefined || dayNo === undefined) throw await this.noData(asOf);
    const flow = await this.flows.read(screen.needs, matrix, dayNo);
    if (flow !== undefined && 'lack' in flow) throw unavailable(flow);
    const companies = await this.readCompanies(screen.needs, matrix, asOf, signal);
    const task = {
      ...{ rule: screen.rule, filters, dayNo, daysBefore: 0 },
      ...(flow === undefined ? {} : { flow }),
      ...(companies === undefined ? {} : { companies }),
    };
    const result = await this.threads.run(task, matrix, signal);
    return { screen, filters, asOf, matrix, result, hits: screen.rank(result.found) };
  }

  private readBars(request: BarRequest, signal: AbortSignal): Promise<BarMatrix | undefined> {
    const tooLong = () => stillLoading('bars_loading', 'bars are still being read into memory');
    return withinLimit((end) => this.matrices.read(request, end), { longestMs: LONGEST_WAIT_MS, signal, tooLong });
  }

  /** Whoever gives up waiting leaves the scores to the next one: they are computed to the end. */
  private readCompanies(
    needs: ScreenNeeds,
    matrix: BarMatrix,
    asOf: CalendarDay,
    signal: AbortSignal,
  ): Promise<SharedCompanies | undefined> {
    const tooLong = () => stillLoading('scores_loading', 'companies are still being scored');
    const read = () => this.companies.read(needs, matrix, asOf);
    return withinLimit(read, { longestMs: LONGEST_WAIT_MS, signal, tooLong });
  }

  private async noData(day: CalendarDay): Promise<AppError> {
    const { barsFrom, barsTo } = await this.state.read();
    if (barsFrom === null || barsTo === null) return unavailable({ lack: 'bars' });
    return AppError.invalid(
      `as_of: the market has no bars of ${day}; it has days from ${barsFrom} to ${barsTo}`,
      [{ field: 'as_of', message: `as_of must be a trading day from ${barsFrom} to ${barsTo}` }],
      'no_data_on_day',
      { from: barsFrom, to: barsTo },
    );
  }

  private async dayWarnings(asOf: CalendarDay): Promise<string[]> {
    return (await this.days.isComplete(asOf)) ? [] : [`the data of ${asOf} are not complete`];
  }
}

function stillLoading(code: string, what: string): AppError {
  return AppError.unavailable(code, `the market's ${what}; try again`, { retryAfterSeconds: 10 });
}

function choose(hits: readonly FoundStock[], codes: readonly string[] | undefined): readonly FoundStock[] {
  // A stock may be found once a day at most; the best rank counts.
  const byCode = new Map(hits.toReversed().map((hit) => [hit.code, hit]));
  if (codes === undefined) return hits.filter((hit) => byCode.get(hit.code) === hit);
  const missing = codes.filter((code) => !byCode.has(code));
  if (missing.length > 0) {
    throw AppError.invalid(
      `codes: ${missing.slice(0, 10).join(', ')} ${missing.length === 1 ? 'is no hit' : 'are no hits'} of the screen`,
      [{ field: 'codes', message: 'codes must be hits of the screen' }],
      'not_a_hit',
    );
  }
  return [...new Set(codes)].flatMap((code) => byCode.get(code) ?? []);
}

function toRow(
  hit: FoundStock,
  matrix: BarMatrix,
  columns: readonly EvidenceColumn[],
): Omit<ScreenRow, 'rank' | 'openSessionId'> {
  const { code, stockName, score, evidence, close, pctChange, circulatingMarketCapYi } = hit;
  return {
    ...{ code, stockName, date: dayOf(matrix, hit.dayNo), score },
    evidence: nameDays(evidence, matrix, columns),
    ...{ close, pctChange, circulatingMarketCapYi },
  };
}

/** Rules know days by their position in the market's list. */
function nameDays(evidence: Evidence, matrix: BarMatrix, columns: readonly EvidenceColumn[]): Evidence {
  const days = columns.flatMap(({ key, unit }) => {
    const value = evidence[key];
    return unit === 'date' && typeof value === 'number' ? [[key, dayOf(matrix, value)] as const] : [];
  });
  return days.length === 0 ? evidence : { ...evidence, ...Object.fromEntries(days) };
}

function dayOf(matrix: BarMatrix, dayNo: number): CalendarDay {
  const day = matrix.facts.days[dayNo];
  if (day === undefined) throw new Error('a hit on a day that the matrix does not have');
  return day;
}

function warnIgnored({ ignored }: RunnableScreen): string[] {
  return ignored.map((name) => `params.${name} has no effect with the other parameters`);
}

/** No stock can be a hit of a year's low in a market of half a year: no hits are not told from no data otherwise. */
function warnShortHistory({ rule, needs }: RunnableScreen, matrix: BarMatrix, asOf: CalendarDay): string[] {
  const known = (matrix.dayNoOf(asOf) ?? 0) + 1;
  // A formula reads as far back as its averages weigh anything, and has values on fewer bars.
  if (rule.kind === 'formula' || needs.bars === null || known >= needs.bars) return [];
  return [
    `the screen reads up to ${String(needs.bars)} trading days, and the market has ${String(known)} up to ${asOf}: hits may be missing`,
  ];
}

function warnings({
  no_cap: noCap,
  no_amount: noAmount,
  no_reports: noReports,
}: Readonly<Partial<Record<FilterReason, number>>>): string[] {
  const left = (count: number | undefined, what: string) =>
    count === undefined ? [] : [`${String(count)} stocks were left out: their ${what} not known`];
  return [
    ...left(noCap, 'circulating market cap is'),
    ...left(noAmount, 'mean amount of 20 days is'),
    ...left(noReports, 'reports are'),
  ];
}
