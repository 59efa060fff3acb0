import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError, type CalendarDay, Clock, shanghaiDayAt } from '#lib/kernel';
import { isProvisional } from '../domain/data-clock';
import { FORMAT_RULES, type MarketFormat } from '../domain/formats/market-format';
import type { ExchangeDay } from '../domain/trading-calendar';
import { MarketLoadHooks } from '../market-load-hooks';
import { MarketStateService } from '../market-state.service';
import { openMarketFiles } from '../sources/open-market-files';
import { TradingCalendarService } from '../trading-calendar.service';
import { BarStaging } from '../persistence/bar-staging';
import { readCalendarFile } from './calendar-file';
import type { ImportProgress, ImportReport } from '../domain/import-report';
import { type MarketLoad, withMarketLoad } from './market-load';
import type { MergeCounts } from '../persistence/merge-bars.query';
import { readNamesFile, type StockName } from './names-file';
import { noteImport } from './note-import';
import { type FilesRead, readMarketFiles } from './read-market-files';
import type { Finality } from '../persistence/provisional-bars.query';
import { type CirculatingShares, readSharesFile } from './shares-file';
import { expectSwap, marketIsDemo, storeMarket, tidyMarket } from './store-market';
import type { StagedBreaks } from '../domain/staged-breaks';
import type { StagedStock } from './store-stocks';

export interface ImportRequest {
  /** A folder, a `.tar.xz` or `.zip` archive, or one data file. */
  path: string;
  format: MarketFormat;
  /** Paths of side files; `docs/market-data.md` has their columns. */
  names?: string;
  calendar?: string;
  shares?: string;
  /** Removes the demo market, where the database holds it, in the transaction that brings the bars. */
  replaceDemo?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Ends the import where nobody wants it any more: it is cancelled or another delivery's, or the worker stops. */
  signal?: AbortSignal;
  /** The import of a background job, which waits for its turn. */
  delivery?: ImportDelivery;
}

/** One delivery of a job that imports. */
export interface ImportDelivery {
  /** The row in `market_import` that stands for it; the job settles it where the import fails. */
  importId: number;
  /** What the file is called in messages, in place of its path. */
  name: string;
  /** Calls `commit` where the job is still this delivery's; where it throws before, nothing has changed. */
  commit(commit: () => Promise<void>): Promise<void>;
}

interface SideFiles {
  names: ReadonlyMap<string, StockName>;
  calendar: readonly ExchangeDay[];
  shares: CirculatingShares | undefined;
}

/** Brings files of real bars into the market. */
@Injectable()
export class MarketImporter {
  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly calendars: TradingCalendarService,
    private readonly hooks: MarketLoadHooks,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports every file of the format that is found. A file with a bad line is refused whole and listed in the report, the
   * others go in; the same import again changes nothing.
   * @throws AppError `path_not_found`, `no_data_files`, `bad_archive`, `bad_side_file`, `import_running`, `market_is_demo`;
   *   nothing has changed then.
   *   Where the signal aborted: its reason, or that the connection was closed.
   */
  async import(request: ImportRequest): Promise<ImportReport> {
    const { path, format, signal, delivery } = request;
    const started = performance.now();
    const sides = await readSideFiles(request);
    // Asked before minutes of reading; the transaction that stores asks again.
    if (request.replaceDemo !== true && (await this.state.read()).source === 'demo') throw marketIsDemo();
    const turn = delivery === undefined ? { waitForTurn: false } : { waitForTurn: true, importId: delivery.importId };
    const spec = { source: 'files', format, path, ...turn, ...(signal === undefined ? {} : { signal }) } as const;
    return withMarketLoad(this.database, spec, async (load) => {
      const readAt = this.clock.now();
      const { read, breaks, shared } = await this.stage(load, request, sides, shanghaiDayAt(readAt));
      const stocks = read.stocks.list(sides.names);
      request.onProgress?.({ stage: 'storing', fraction: 1, files: read.files, bars: read.rows });
      const counts = await storeMarket(load, {
        stocks,
        calendar: sides.calendar,
        finality: finalityAt(readAt),
        replaceDemo: request.replaceDemo === true,
        shared,
        breaks,
        hooks: this.hooks,
        ...(delivery === undefined ? {} : { commit: (commit) => delivery.commit(commit) }),
        note: (client, merged) => noteImport(client, load.importId, toReport(format, read, stocks, merged, 0)),
      });
      request.onProgress?.({ stage: 'tidying', fraction: 1, files: read.files, bars: read.rows });
      await tidyMarket(load, counts);
      return toReport(format, read, stocks, counts, (performance.now() - started) / 1000);
    });
  }

  private async stage(
    load: MarketLoad,
    request: ImportRequest,
    sides: SideFiles,
    today: CalendarDay,
  ): Promise<{ read: FilesRead; breaks: StagedBreaks; shared: boolean }> {
    const source = await openMarketFiles(request.path);
    const calendar = (await this.calendars.current()).with(sides.calendar);
    const shared = await expectSwap(load);
    const staging = await (shared ? BarStaging.openShared(load.client) : BarStaging.open(load.client));
    const read = await readMarketFiles(source, staging, {
      format: request.format,
      calendar,
      shares: sides.shares,
      today,
      onProgress: request.onProgress ?? (() => undefined),
      signal: request.signal,
    });
    if (read.files === 0) {
      const { ending } = FORMAT_RULES[request.format];
      const name = request.delivery?.name ?? request.path;
      const details = { source: name, ending };
      throw AppError.invalid(`there is no ${ending} file in ${name}`, undefined, 'no_data_files', details);
    }
    await staging.finish(read.refusedNos);
    return { read, breaks: staging.breaks, shared };
  }
}

/** No file says when its bars were read, and a file's own time may be that of a copy: the load's instant decides. */
function finalityAt(readAt: Date): Finality {
  const today = shanghaiDayAt(readAt);
  return { provisional: isProvisional(today, readAt) ? [today] : [], final: 'all others' };
}

async function readSideFiles({ names, calendar, shares }: ImportRequest): Promise<SideFiles> {
  return {
    names: names === undefined ? new Map() : await readNamesFile(names),
    calendar: calendar === undefined ? [] : await readCalendarFile(calendar),
    shares: shares === undefined ? undefined : await readSharesFile(shares),
  };
}

function toReport(
  format: MarketFormat,
  read: FilesRead,
  stocks: readonly StagedStock[],
  { inserted, updated }: MergeCounts,
  seconds: number,
): ImportReport {
  const firsts = stocks.map((stock) => stock.firstBarDate).sort();
  const lasts = stocks.map((stock) => stock.lastBarDate).sort();
  return {
    format,
    files: read.files,
    refused: read.refused,
    skipped: read.skipped,
    warned: read.warned,
    stocks: stocks.length,
    bars: { read: read.rows, inserted, updated, unchanged: read.bars - inserted - updated },
    from: firsts[0] ?? null,
    to: lasts.at(-1) ?? null,
    seconds: Math.round(seconds * 1000) / 1000,
  };
}
