import { Injectable } from '@nestjs/common';
import type { BarMatrix } from '#lib/bar-matrix';
import type { Transaction } from '#lib/database';
import { AppError, groupBy } from '#lib/kernel';
import { CompaniesService } from './companies.service';
import type { ScreenFilters } from './domain/screen-filters';
import { mergeFilters } from './domain/read-filters';
import { countBars } from './engine/run-task';
import type { FoundStock, SweepResult } from './engine/screen-task';
import { ScreenThreads } from './engine/screen-threads';
import { FlowsService } from './flows.service';
import { requireAvailable, type RunnableScreen, ScreenCatalog } from './screen-catalog';
import { unavailable } from './screen-unavailable';

/** Stocks that one task evaluates over all days: a part of a sweep that can be cancelled and told of. */
const CHUNK_STOCKS = 256;
/** Days of a task whose screen reads reports: of a large industry some 30 MB of scores. */
const CHUNK_REPORT_DAYS = 500;
/** Days of a task whose screen picks the best of each day. */
const CHUNK_DAYS = 20;
/** Nobody waits in front of a sweep: it may go on beside other work, and the job has a limit of its own. */
const LONGEST_TASK_MS = 300_000;
/** Tasks in flight. */
const LANES = 2;

/** A screen that is asked on each of many days. */
export interface SweptScreen {
  readonly screen: RunnableScreen;
  readonly filters: ScreenFilters;
  /** Bars before a day that it reads; null: all. */
  readonly bars: number | null;
  /** Changes with what it reads beyond the bars; null: it reads nothing that a data version does not tell. */
  readonly revision: string | null;
}

/** Hits of many days, by numbers of the matrix. */
export interface SweptHits {
  readonly stockNos: Int32Array;
  readonly dayNos: Int32Array;
  /** Place of each among the hits of its day, from 1 on. */
  readonly ranks: Int32Array;
}

interface Sweep {
  readonly swept: SweptScreen;
  readonly matrix: BarMatrix;
  readonly span: { readonly from: number; readonly to: number };
  readonly signal: AbortSignal;
}

/** Asks a screen on each day of a span what a run of that day would have found. */
@Injectable()
export class ScreenSweepsService {
  constructor(
    private readonly catalog: ScreenCatalog,
    private readonly flows: FlowsService,
    private readonly companies: CompaniesService,
    private readonly threads: ScreenThreads,
  ) {}

  /**
   * A screen for a sweep. What looks back over days would find a hit once more on each of them: it looks at one day unless
   * its parameters are given.
   * @param version Left out: the newest.
   * @throws AppError `not_found`, `invalid_input`, `screen_unavailable` (409).
   */
  async prepare(
    id: string,
    given: { params: Readonly<Record<string, unknown>>; filters: Partial<ScreenFilters>; version?: number | undefined },
  ): Promise<SweptScreen> {
    const screen = await this.catalog.prepareForDays(id, given.params, given.version);
    requireAvailable(screen.view);
    if ((screen.needs.withinDays ?? 1) > 1) {
      const message = 'params.range_days must be 1: the screen is asked on each day';
      throw AppError.invalid(message, [{ field: 'params.range_days', message }]);
    }
    return {
      screen,
      filters: mergeFilters(screen.view.filters, given.filters),
      bars: countBars(screen.needs),
      revision: await this.companies.revision(screen.needs),
    };
  }

  /**
   * Keeps a screen until the end of the transaction that writes a row with its name.
   * @throws AppError `not_found` where it was deleted after {@link prepare}.
   */
  hold(tx: Transaction, id: string): Promise<void> {
    return this.catalog.hold(tx, id);
  }

  /**
   * The hits of each day [from, to] of a matrix.
   * @param progress Called with the share that is done.
   * @throws AppError `screen_unavailable`, `run_too_long`; what `signal` is aborted with.
   */
  async sweep(sweep: Sweep, progress: (share: number) => Promise<void>): Promise<SweptHits> {
    const { needs } = sweep.swept.screen;
    if (needs.market === true || needs.flow !== undefined) return toColumns(await this.sweepDays(sweep, progress));
    const found = needs.reports === true ? this.sweepIndustries(sweep, progress) : this.sweepStocks(sweep, progress);
    return toColumns(rankDays(await found));
  }

  /** Screens that judge each stock alone: some stocks over all days, then the next. */
  private async sweepStocks({ swept, matrix, span, signal }: Sweep, progress: (share: number) => Promise<void>) {
    const starts = stepsTo(0, matrix.facts.stocks.length, CHUNK_STOCKS);
    const found: FoundHit[] = [];
    await inLanes(starts, progress, async (from) => {
      const stocks = { from, to: Math.min(from + CHUNK_STOCKS, matrix.facts.stocks.length) };
      const days = { dayNo: span.to, daysBefore: span.to - span.from, longestMs: LONGEST_TASK_MS };
      const task = { rule: swept.screen.rule, filters: swept.filters, ...days };
      addHits(found, await this.threads.sweep({ ...task, stocks }, matrix, signal));
    });
    return found;
  }

  /** Screens of reports: the companies of an industry, which are compared with each other, over some days, then the next. */
  private async sweepIndustries({ swept, matrix, span, signal }: Sweep, progress: (share: number) => Promise<void>) {
    const days = stepsTo(span.from, span.to + 1, CHUNK_REPORT_DAYS);
    const parts = (await this.companies.industries()).flatMap((industry) => days.map((from) => ({ industry, from })));
    const found: FoundHit[] = [];
    // One after the other: an industry's reports and prices are in memory.
    await inLanes(
      parts,
      progress,
      async ({ industry, from }) => {
        const to = Math.min(from + CHUNK_REPORT_DAYS - 1, span.to);
        const { companies, stockNos } = await this.companies.readDays(industry, matrix, { from, to }, signal);
        if (stockNos.length === 0) return;
        const task = {
          ...{ rule: swept.screen.rule, filters: swept.filters, companies, stocks: stockNos },
          ...{ dayNo: to, daysBefore: to - from, longestMs: LONGEST_TASK_MS },
        };
        addHits(found, await this.threads.sweep(task, matrix, signal));
      },
      1,
    );
    return found;
  }

  /** Screens that pick the best of a day, and those of money flow: some days of all stocks, then the next. */
  private async sweepDays({ swept, matrix, span, signal }: Sweep, progress: (share: number) => Promise<void>) {
    const { screen, filters } = swept;
    const ranked = new Map<number, RankedHit[]>();
    await inLanes(stepsTo(span.from, span.to + 1, CHUNK_DAYS), progress, async (from) => {
      const dayNo = Math.min(from + CHUNK_DAYS - 1, span.to);
      const flow = await this.readFlow(screen, matrix, from, dayNo);
      const task = {
        rule: screen.rule,
        filters,
        dayNo,
        daysBefore: dayNo - from,
        longestMs: LONGEST_TASK_MS,
        ...(flow === undefined ? {} : { flow }),
      };
      const { found } = await this.threads.run(task, matrix, signal);
      for (const [day, hits] of groupBy(found, (hit) => hit.dayNo)) ranked.set(day, rank(screen, hits, matrix));
    });
    return [...ranked.values()].flat();
  }

  private async readFlow(screen: RunnableScreen, matrix: BarMatrix, from: number, dayNo: number) {
    const { flow } = screen.needs;
    if (flow === undefined) return undefined;
    const added = dayNo - from;
    const needs = { ...screen.needs, flow: { days: flow.days + added, window: flow.window + added } };
    const read = await this.flows.read(needs, matrix, dayNo);
    if (read !== undefined && 'lack' in read) throw unavailable(read);
    return read;
  }
}

interface RankedHit {
  readonly stockNo: number;
  readonly dayNo: number;
  readonly score: number;
}

interface FoundHit extends RankedHit {
  readonly tieBreak: number;
}

function addHits(found: FoundHit[], { stockNos, dayNos, scores, tieBreaks }: SweepResult): void {
  for (const [index, stockNo] of stockNos.entries()) {
    const [dayNo, score, tieBreak] = [dayNos[index] ?? 0, scores[index] ?? 0, tieBreaks[index] ?? 0];
    found.push({ stockNo, dayNo, score, tieBreak });
  }
}

/** The hits of each day together, best first: stocks are in code order. */
function rankDays(found: readonly FoundHit[]): RankedHit[] {
  return [...groupBy(found, ({ dayNo }) => dayNo).values()].flatMap((hits) =>
    hits.toSorted(
      (one, other) => other.score - one.score || one.tieBreak - other.tieBreak || one.stockNo - other.stockNo,
    ),
  );
}

function rank(screen: RunnableScreen, hits: readonly FoundStock[], matrix: BarMatrix): RankedHit[] {
  return screen.rank(hits).map(({ code, dayNo, score }) => ({ stockNo: matrix.stockNoOf(code) ?? -1, dayNo, score }));
}

/** @param hits Those of a day together, best first. */
function toColumns(hits: readonly RankedHit[]): SweptHits {
  const ranks = new Int32Array(hits.length);
  for (const [index, { dayNo }] of hits.entries()) {
    ranks[index] = hits[index - 1]?.dayNo === dayNo ? (ranks[index - 1] ?? 0) + 1 : 1;
  }
  return {
    stockNos: Int32Array.from(hits, ({ stockNo }) => stockNo),
    dayNos: Int32Array.from(hits, ({ dayNo }) => dayNo),
    ranks,
  };
}

function stepsTo(from: number, end: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((end - from) / step)) }, (_, index) => from + index * step);
}

/** Works through items, some at a time. The first error ends it. */
async function inLanes<Item>(
  items: readonly Item[],
  progress: (share: number) => Promise<void>,
  work: (item: Item) => Promise<void>,
  lanes = LANES,
): Promise<void> {
  let [next, done] = [0, 0];
  const lane = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      try {
        await work(item);
      } catch (error) {
        next = items.length;
        throw error;
      }
      done += 1;
      await progress(done / items.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
