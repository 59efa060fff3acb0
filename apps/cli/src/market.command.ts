import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  type ImportProgress,
  type ImportReport,
  MARKET_FORMATS,
  type MarketFormat,
  MarketImporter,
} from '#lib/market-data';
import {
  MarketStatusService,
  type MarketStatusReport,
  MarketSyncsService,
  syncMarketJob,
  type SyncView,
  type VendorNote,
} from '#lib/market-sync';
import { addAuditCommand } from './audit.command';
import type { CommandContext } from './command-context';
import { addDoctorCommand } from './doctor.command';
import { renderTable } from './table';
import { UsageError } from './usage-error';
import { MARKET_MESSAGES } from './messages/market.messages';
import { STATE_MESSAGES } from './messages/state.messages';

interface ImportOptions {
  format: MarketFormat;
  names?: string;
  calendar?: string;
  shares?: string;
  replaceDemo?: boolean;
}

interface SyncOptions {
  from?: CalendarDay;
  to?: CalendarDay;
  replaceDemo?: boolean;
}

/** How often the row of a running sync is read. */
const LOOK_EVERY_MS = 250;

/** More refused or skipped files than that are counted, not listed; `--json` has them all. */
const LISTED_FILES = 20;

/** `market …`: bringing data in, and what there is. */
export function addMarketCommands(program: Command, context: CommandContext): void {
  const words = context.words(MARKET_MESSAGES);
  const { read } = context;
  const market = program.command('market').description(words.group);

  market
    .command('import')
    .description(words.import)
    .argument('<path>', words.path)
    .addOption(new Option('--format <format>', words.format).choices(MARKET_FORMATS).makeOptionMandatory())
    .option('--names <file>', words.names)
    .option('--calendar <file>', words.calendar)
    .option('--shares <file>', words.shares)
    .option('--replace-demo', words.replaceDemo)
    .action((path: string, options: ImportOptions) =>
      context.withSession(async (session) => {
        const bar = context.output.progress(words.importing);
        const report = await session
          .get(MarketImporter)
          .import({
            path,
            ...options,
            onProgress: (progress) => bar.update(progress.fraction, describeProgress(progress, context)),
          })
          .finally(() => bar.stop());
        context.output.result(report, () => describeImport(report, context));
        requireAllAccepted(report, context);
      }),
    );

  market
    .command('sync')
    .description(words.sync)
    .option('--from <day>', words.from, read.day)
    .option('--to <day>', words.to, read.day)
    .option('--replace-demo', words.replaceDemo)
    .action((options: SyncOptions) =>
      context.withSession(async (session) => {
        const syncs = session.get(MarketSyncsService);
        const syncId = await requestSync(syncs, options);
        await session.ensureWorker(syncMarketJob.queue);
        const sync = await watchSync(syncs, syncId, context);
        context.output.result(sync, () => describeSync(sync, context));
        requireSynced(sync, context);
      }),
    );

  market
    .command('status')
    .description(words.status)
    .action(() =>
      context.withSession(async (session) =>
        context.output.result(await session.get(MarketStatusService).read(), (status) =>
          describeStatus(status, context),
        ),
      ),
    );

  addDoctorCommand(market, context);
  addAuditCommand(market, context);
}

/** What a sync refuses about its span was typed wrong. */
async function requestSync(syncs: MarketSyncsService, options: SyncOptions): Promise<number> {
  try {
    return (await syncs.request(options, null)).syncId;
  } catch (error) {
    throw error instanceof AppError && error.kind === 'invalid'
      ? new UsageError(error.message, { cause: error })
      : error;
  }
}

/** Follows a sync until it has ended, or waits for something that takes longer than a person does. */
async function watchSync(syncs: MarketSyncsService, syncId: number, context: CommandContext): Promise<SyncView> {
  const words = context.words(MARKET_MESSAGES);
  const bar = context.output.progress(words.syncing);
  try {
    for (;;) {
      const sync = await syncs.get(syncId);
      const { status, unitsDone, unitsTotal, calls, stage } = sync;
      bar.update(
        unitsTotal === 0 ? 0 : unitsDone / unitsTotal,
        words.syncProgress(calls, stage ?? words.waitingForWorker),
      );
      if (status === 'completed' || status === 'failed' || status === 'waiting') return sync;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    bar.stop();
  }
}

function describeSync(sync: SyncView, context: CommandContext): string {
  const words = context.words(MARKET_MESSAGES);
  const done =
    words.synced(sync.id, sync.from, sync.to, context.words(STATE_MESSAGES)[sync.status]) +
    words.syncCounts(sync.unitsDone, sync.calls, sync.rows);
  const waits = sync.status === 'waiting' ? [words.goesOn(sync.stage ?? '')] : [];
  return [done, ...waits, ...(sync.status === 'completed' && sync.error !== null ? [sync.error] : [])].join('\n');
}

function requireSynced({ id, status, error }: SyncView, context: CommandContext): void {
  if (status !== 'failed') return;
  const words = context.words(MARKET_MESSAGES);
  throw new AppError('conflict', 'sync_failed', words.syncFailed(id, error ?? words.noReason));
}

function describeProgress({ stage, files, bars }: ImportProgress, context: CommandContext): string {
  const words = context.words(MARKET_MESSAGES);
  return words.importProgress(files, bars) + words[stage];
}

function describeImport(report: ImportReport, context: CommandContext): string {
  const words = context.words(MARKET_MESSAGES);
  const { bars, files, stocks, from, to, seconds } = report;
  const refused = report.refused.map(
    ({ file, line, reason }) => `${file}${line === null ? '' : `:${line}`}: ${reason}`,
  );
  const [skipped, warned] = [report.skipped, report.warned].map((files) =>
    files.map(({ file, reason }) => `${file}: ${reason}`),
  );
  return [
    ...listed(words.refused, refused, context),
    ...listed(words.skipped, skipped ?? [], context),
    ...listed(words.warned, warned ?? [], context),
    words.read(files, stocks, bars.read) +
      (from === null ? '' : words.span(from, to ?? '')) +
      words.took(seconds.toFixed(1)) +
      (seconds > 0 ? words.rate(Math.round(bars.read / seconds)) : ''),
    words.bars(bars.inserted, bars.updated, bars.unchanged),
  ].join('\n');
}

function listed(title: string, lines: readonly string[], context: CommandContext): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LISTED_FILES;
  return [
    title,
    ...lines.slice(0, LISTED_FILES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  ${context.words(MARKET_MESSAGES).more(more)}`] : []),
  ];
}

function requireAllAccepted({ refused, files }: ImportReport, context: CommandContext): void {
  if (refused.length === 0) return;
  throw new AppError('invalid', 'files_refused', context.words(MARKET_MESSAGES).someRefused(refused.length, files));
}

function describeStatus(status: MarketStatusReport, context: CommandContext): string {
  const words = context.words(MARKET_MESSAGES);
  const sets = renderTable(
    [
      { title: words.dataSet, cell: (set) => set.name },
      { title: words.first, cell: (set) => set.from ?? '' },
      { title: words.last, cell: (set) => set.to ?? '' },
      { title: words.missingDays, align: 'right', cell: (set) => String(set.holes.length) },
      { title: words.lastError, cell: (set) => set.lastError ?? '' },
    ],
    status.dataSets,
  );
  const notes = status.notes.map((note) => describeNote(note, context));
  return [words.holds(words[status.source], status.stocks, status.bars), sets, ...notes].join('\n');
}

function describeNote(note: VendorNote, context: CommandContext): string {
  const words = context.words(MARKET_MESSAGES);
  switch (note.code) {
    case 'ex_right':
      return { yes: words.exRightYes, no: words.exRightNo, unknown: words.exRightUnknown }[note.verdict](
        note.comparedDays,
      );
    case 'reference_prices':
      return words.referencesCompared(note.compared, note.differences);
    case 'repaired_day':
      return words.repairedDay(note.day, note.stocks, note.source);
    case 'unmatched_codes':
      return words.unmatchedCodes(note.codes.join(', '));
    case 'snapshot':
      return words.snapshotCompared(note.day, note.compared, note.differences);
  }
}
