import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { SqlRunner } from '#lib/database';
import { addDays, type CalendarDay, freeSharedMemory, messageOf } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import type { BarRequest } from './bar-request';
import type { BarMatrix } from './domain/bar-matrix';
import { MARGIN_BARS } from './domain/float-caps';
import { MatrixLoader } from './matrix-loader';
import { RunBars } from './run-bars';

/** Days that may be kept, by `BAR_MATRIX_DAYS`: the studies of the night need a fifth more than other runs. */
const WIDEST = 1.25;

/** For the metrics. */
export interface MatrixStats {
  readonly bytes: number;
  readonly dataVersion: number;
  /** Seconds since it was read, or found unchanged. */
  readonly ageSeconds: number;
}

/**
 * The market's bars in this process' memory. They are read when they are first asked for; a run waits for them, and gets the
 * same bars from SQL where they could not be read, or where it asks for more than is kept. A matrix is never older than the
 * market when it is handed out.
 */
@Injectable()
export class BarMatrixService implements OnApplicationShutdown {
  private readonly logger = new Logger('BarMatrix');
  private kept: { matrix: BarMatrix; checkedAt: number } | undefined;
  private loading: Promise<void> | undefined;
  private readonly runBars: RunBars;
  /** Newest days that are kept. */
  private days: number;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly state: MarketStateService,
    private readonly loader: MatrixLoader,
  ) {
    this.runBars = new RunBars(state, loader);
    this.days = config.barMatrixDays;
  }

  onApplicationShutdown(): void {
    this.runBars.drop();
  }

  /**
   * Bars for a run. While they are read into memory it waits: to read them by SQL as well would take longer than both.
   * @param signal Ends the wait. @returns undefined where the market has none. @throws what `signal` is aborted with.
   */
  async read(request: BarRequest, signal: AbortSignal): Promise<BarMatrix | undefined> {
    if (this.config.barMatrixDays === 0) return this.runBars.read(request);
    const kept = await this.readKept(request, signal);
    if (kept !== undefined) return kept;
    const wider = this.widen(request) ? await this.readKept(request, signal) : undefined;
    return wider ?? this.runBars.read(request);
  }

  /** The kept bars, once they are read, where they answer a run. */
  private async readKept(request: BarRequest, signal: AbortSignal): Promise<BarMatrix | undefined> {
    const kept = await this.currentOnceRead(signal);
    return kept !== undefined && answers(kept, request) ? kept : undefined;
  }

  /** Bars for a run over one stock: as {@link read}, but what is not kept yet is read of that stock alone, at once. */
  async readStock(code: string, { through, bars }: BarRequest): Promise<BarMatrix | undefined> {
    const kept = this.config.barMatrixDays === 0 ? undefined : await this.current();
    if (kept !== undefined && answersFor(kept, code, { through, bars })) return kept;
    return this.loader.loadThrough(through, bars === null ? null : bars + MARGIN_BARS, [code]);
  }

  /**
   * The kept bars, where they are those that a transaction sees and begin early enough: for who has another way.
   * @param from The first day that is read.
   */
  async peek(tx: SqlRunner, from: CalendarDay): Promise<BarMatrix | undefined> {
    return this.keptAt(await this.state.revision(tx), from);
  }

  /** As {@link peek}; what is kept is brought up to the market in the background where it is not the market's. */
  async peekOrLoad(tx: SqlRunner, from: CalendarDay): Promise<BarMatrix | undefined> {
    if (this.config.barMatrixDays === 0) return undefined;
    const revision = await this.state.revision(tx);
    if (this.kept?.matrix.revision !== revision) this.refreshInBackground();
    return this.keptAt(revision, from);
  }

  /** What is kept now; undefined where nothing is. */
  getStats(): MatrixStats | undefined {
    if (this.kept === undefined) return undefined;
    const { matrix, checkedAt } = this.kept;
    return {
      bytes: matrix.bytes,
      dataVersion: matrix.dataVersion,
      ageSeconds: (performance.now() - checkedAt) / 1000,
    };
  }

  private keptAt(revision: string, from: CalendarDay): BarMatrix | undefined {
    const { kept } = this;
    if (kept?.matrix.revision !== revision) return undefined;
    kept.checkedAt = performance.now();
    const { days, completeFrom } = kept.matrix.facts;
    return completeFrom === 0 || (days[completeFrom] ?? from) < from ? kept.matrix : undefined;
  }

  /** The kept matrix if it is the market's; starts to read it again where it is not. */
  private async current(): Promise<BarMatrix | undefined> {
    const revision = await this.state.revision();
    if (this.kept?.matrix.revision !== revision) {
      const appended = await this.append();
      if (appended?.revision !== revision) {
        this.loadInBackground();
        return undefined;
      }
    }
    if (this.kept !== undefined) this.kept.checkedAt = performance.now();
    return this.kept?.matrix;
  }

  /**
   * Reads the kept bars once more with as many days as they may have, from now on: what is kept and bars of the run would be
   * two copies, and the runs of a night ask for more days one after the other.
   * @returns false where the run asks for many more days, or for others.
   */
  private widen({ through, bars }: BarRequest): boolean {
    const days = bars === null ? Infinity : bars + MARGIN_BARS;
    if (through !== this.kept?.matrix.lastDay || days <= this.days) return false;
    const widest = Math.floor(this.config.barMatrixDays * WIDEST);
    if (days > widest) return false;
    this.days = widest;
    this.loadInBackground();
    return true;
  }

  /** The same, after the read that is under way. */
  private async currentOnceRead(signal: AbortSignal): Promise<BarMatrix | undefined> {
    const current = await this.current();
    if (current !== undefined || this.loading === undefined) return current;
    await untilEnd(this.loading, signal);
    // Nothing is kept after a read that failed; it would fail again.
    return this.kept === undefined ? undefined : this.current();
  }

  /** Brings a kept matrix up to the market where only days came. */
  private async append(): Promise<BarMatrix | undefined> {
    if (this.kept === undefined || this.loading !== undefined) return undefined;
    const appended = this.loader.append(this.kept.matrix);
    this.loading = appended.then(
      () => undefined,
      () => undefined,
    );
    try {
      const matrix = await appended;
      if (matrix !== undefined) this.kept = { matrix, checkedAt: performance.now() };
      return matrix;
    } finally {
      this.loading = undefined;
    }
  }

  private refreshInBackground(): void {
    if (this.kept === undefined) this.loadInBackground();
    else {
      void this.append().then(
        (appended) => (appended === undefined ? this.loadInBackground() : undefined),
        (error: unknown) => this.logger.warn(`could not append days to the bars in memory: ${messageOf(error)}`),
      );
    }
  }

  private dropKept(): void {
    if (this.kept === undefined) return;
    const { bytes } = this.kept.matrix;
    this.kept = undefined;
    freeSharedMemory(bytes);
  }

  private loadInBackground(): void {
    this.loading ??= this.load().finally(() => {
      this.loading = undefined;
    });
  }

  private async load(): Promise<void> {
    const started = performance.now();
    // Two of them would not fit into the memory that is meant for one.
    this.dropKept();
    try {
      const matrix = await this.loader.loadDays(this.days);
      if (matrix === undefined) return;
      this.kept = { matrix, checkedAt: performance.now() };
      const [ms, mib] = [Math.round(performance.now() - started), Math.round(matrix.bytes / 2 ** 20)];
      this.logger.log(
        `read ${String(matrix.facts.stocks.length)} stocks over ${String(countKept(matrix))} days into ${String(mib)} MiB in ${String(ms)} ms`,
      );
    } catch (error) {
      this.logger.warn(`could not read the bars into memory: ${messageOf(error)}`);
    }
  }
}

function countKept({ facts }: BarMatrix): number {
  return facts.days.length - facts.completeFrom;
}

/** Waits for work that goes on without whoever waits. @throws what `signal` is aborted with. */
async function untilEnd(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: waiting.signal });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    waiting.abort();
  }
}

/** Whether a matrix holds what a run reads: the day, and of each stock enough bars before it or all of them. */
function answers(matrix: BarMatrix, { through, bars }: BarRequest): boolean {
  const dayNo = matrix.dayNoOf(through);
  if (dayNo === undefined) return false;
  if (!hasDaysBefore(matrix, dayNo, bars)) return false;
  return matrix.facts.stocks.every((_, stockNo) => hasBarsBefore(matrix, stockNo, dayNo, bars));
}

/** The same of one stock, up to the newest day that is not after `through`. */
function answersFor(matrix: BarMatrix, code: string, { through, bars }: BarRequest): boolean {
  const dayNo = matrix.countDaysBefore(addDays(through, 1)) - 1;
  const stockNo = matrix.stockNoOf(code);
  if (dayNo < 0 || stockNo === undefined || !hasDaysBefore(matrix, dayNo, bars)) return false;
  return hasBarsBefore(matrix, stockNo, dayNo, bars);
}

/** Some rules count days of the market. */
function hasDaysBefore({ facts }: BarMatrix, dayNo: number, bars: number | null): boolean {
  const { completeFrom } = facts;
  return completeFrom === 0 || (bars !== null && dayNo - completeFrom + 1 >= bars + MARGIN_BARS);
}

function hasBarsBefore(matrix: BarMatrix, stockNo: number, dayNo: number, bars: number | null): boolean {
  return matrix.isWhole(stockNo) || (bars !== null && matrix.countThrough(stockNo, dayNo) >= bars + MARGIN_BARS);
}
