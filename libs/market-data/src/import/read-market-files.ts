import { basename } from 'node:path';
import { AppError, type CalendarDay, calendarDayFromEpochDay, epochDayOf } from '#lib/kernel';
import { AmountCheck } from '../domain/amount-check';
import type { Bar } from '../domain/bar';
import type { BarSink } from '../domain/formats/bar-file-parser';
import { InvalidFileError } from '../domain/formats/invalid-file-error';
import { FORMAT_RULES, type MarketFormat } from '../domain/formats/market-format';
import type { StockCode } from '../domain/stock-code';
import type { TradingCalendar } from '../domain/trading-calendar';
import type { MarketFiles, SourceFile } from '../sources/source-file';
import type { BarStaging } from '../persistence/bar-staging';
import type { ImportProgress, RefusedFile, SkippedFile } from '../domain/import-report';
import { LeftOutRows } from './left-out-rows';
import { SeenBars } from './seen-bars';
import type { CirculatingShares } from './shares-file';
import { StagedStocks } from './staged-stocks';

export interface ReadingSettings {
  format: MarketFormat;
  calendar: TradingCalendar;
  shares: CirculatingShares | undefined;
  /** No bar is later: the day of the business clock. */
  today: CalendarDay;
  onProgress: (progress: ImportProgress) => void;
  /** Looked at before each file. */
  signal?: AbortSignal | undefined;
}

export interface FilesRead {
  files: number;
  /** Rows of the accepted files, suspended days included. */
  rows: number;
  /** Bars among them. */
  bars: number;
  refused: RefusedFile[];
  skipped: SkippedFile[];
  /** Files that went in, and whose numbers are doubted. */
  warned: SkippedFile[];
  stocks: StagedStocks;
  /** Numbers of the refused files that have rows in the staging table. */
  refusedNos: number[];
}

/** Every bar of the exchanges since 1990 is a third of it. Staged, they take some 6 GB of the server's disk. */
const MOST_BARS = 50_000_000;

/**
 * Reads every file of the format into the staging table, each under its number.
 * @throws AppError `too_many_bars`; what the source throws.
 */
export async function readMarketFiles(
  source: MarketFiles,
  staging: BarStaging,
  settings: ReadingSettings,
  mostBars = MOST_BARS,
): Promise<FilesRead> {
  const { ending } = FORMAT_RULES[settings.format];
  const reading = new Reading(staging, settings, mostBars);
  for await (const file of source.files) {
    if (!file.name.toLowerCase().endsWith(ending) || isClutter(file.name)) continue;
    settings.signal?.throwIfAborted();
    await reading.take(file);
    settings.onProgress({
      stage: 'reading',
      fraction: Math.min(1, source.fractionRead()),
      files: reading.result.files,
      bars: reading.result.rows,
    });
  }
  return reading.result;
}

/** Files that operating systems leave beside the real ones. */
function isClutter(name: string): boolean {
  return basename(name).startsWith('.') || name.startsWith('__MACOSX/');
}

class Reading implements BarSink {
  readonly result: FilesRead = {
    files: 0,
    rows: 0,
    bars: 0,
    refused: [],
    skipped: [],
    warned: [],
    stocks: new StagedStocks(),
    refusedNos: [],
  };
  private readonly seen = new SeenBars();
  /** Bars of refused files too: they are staged before a file is refused. */
  private staged = 0;
  private fileRows = 0;
  private fileBars = 0;
  private leftOutRows = new LeftOutRows();
  private amounts = new AmountCheck();

  constructor(
    private readonly staging: BarStaging,
    private readonly settings: ReadingSettings,
    private readonly mostBars: number,
  ) {}

  async take(file: SourceFile): Promise<void> {
    const { result } = this;
    result.files += 1;
    this.fileRows = 0;
    this.fileBars = 0;
    this.leftOutRows = new LeftOutRows();
    this.amounts = new AmountCheck();
    const refusal = (await this.parse(file)) ?? this.otherUnits();
    if (refusal === undefined) {
      this.seen.acceptFile();
      result.stocks.acceptFile();
      result.rows += this.fileRows;
      result.bars += this.fileBars;
      const reason = this.leftOutRows.reason(this.fileBars > 0);
      if (reason !== undefined) result.skipped.push({ file: file.name, reason });
      const doubt = this.amounts.verdict();
      if (doubt !== undefined) result.warned.push({ file: file.name, reason: doubt.reason });
    } else {
      this.seen.forgetFile();
      result.stocks.forgetFile();
      if (this.fileBars > 0) result.refusedNos.push(result.files);
      result.refused.push({ file: file.name, line: refusal.line, reason: refusal.reason });
    }
  }

  bar(bar: Bar, stock: StockCode, line: number): void {
    const { calendar, today } = this.settings;
    if (bar.day > epochDayOf(today)) {
      throw new InvalidFileError(line, `${calendarDayFromEpochDay(bar.day)} is after today, ${today} in Shanghai`);
    }
    if (!calendar.isOpenNumber(bar.day)) {
      throw new InvalidFileError(
        line,
        `${calendarDayFromEpochDay(bar.day)} is a day on which the exchanges are closed (--calendar corrects the calendar)`,
      );
    }
    this.seen.add(stock.code, bar.day, line);
    this.amounts.add(bar);
    this.fileRows += 1;
    this.fileBars += 1;
    this.staged += 1;
    if (this.staged > this.mostBars) {
      throw AppError.invalid(`the files hold more than ${this.mostBars} bars`, undefined, 'too_many_bars');
    }
    this.result.stocks.add(stock, bar.day);
    const whole = this.withShares(bar);
    this.staging.add(this.result.files, whole, whole === bar ? undefined : 'shares');
  }

  /** A file whose every number is in other units is refused like one that can't be read. */
  private otherUnits(): InvalidFileError | undefined {
    const verdict = this.amounts.verdict();
    return verdict?.refused === true ? new InvalidFileError(null, verdict.reason) : undefined;
  }

  noBar(): void {
    this.fileRows += 1;
  }

  leftOut(code: Parameters<BarSink['leftOut']>[0]): void {
    this.leftOutRows.add(code);
  }

  /**
   * The bar with market cap and turnover by the side file's shares, where its source has none. The parser's own bar stays as
   * it is.
   */
  private withShares(bar: Bar): Bar {
    if (bar.circMarketCap !== null && bar.turnoverPct !== null) return bar;
    const shares = this.settings.shares?.at(bar.code, bar.day) ?? null;
    if (shares === null) return bar;
    return {
      ...bar,
      circMarketCap: bar.circMarketCap ?? bar.close * shares,
      turnoverPct: bar.turnoverPct ?? (bar.volume / shares) * 100,
    };
  }

  /** @returns why the file is refused, undefined where it is taken. Reads to its end either way: archives need that. */
  private async parse(file: SourceFile): Promise<InvalidFileError | undefined> {
    let refusal: InvalidFileError | undefined;
    const parser = attempt(() => FORMAT_RULES[this.settings.format].parser(basename(file.name), this));
    if (parser instanceof InvalidFileError) refusal = parser;
    for await (const chunk of file.content) {
      if (refusal !== undefined || parser instanceof InvalidFileError) continue;
      refusal = attempt(() => parser.push(chunk)) ?? undefined;
      await this.staging.flush();
    }
    if (refusal !== undefined || parser instanceof InvalidFileError) return refusal;
    return attempt(() => parser.end()) ?? undefined;
  }
}

function attempt<T>(work: () => T): T | InvalidFileError {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidFileError) return error;
    throw error;
  }
}
