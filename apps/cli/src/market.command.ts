import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  type ImportProgress,
  type ImportReport,
  MARKET_FORMATS,
  type MarketFormat,
  MarketImporter,
  MarketStatus,
  type MarketStatusReport,
  MarketSyncs,
  syncMarketJob,
  type SyncView,
} from '#lib/market-data';
import type { CommandContext } from './command-context';
import { dayArgument } from './arguments';
import { renderTable } from './table';
import { UsageError } from './usage-error';

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
  const market = program.command('market').description('market data');

  market
    .command('import <path>')
    .description('import daily bars from a folder, a .tar.xz or .zip archive, or one file')
    .addOption(new Option('--format <format>', 'form of the files').choices(MARKET_FORMATS).makeOptionMandatory())
    .option('--names <file>', 'CSV with codes and names')
    .option('--calendar <file>', 'open days of the exchange')
    .option('--shares <file>', 'CSV code,circulating_shares[,date] for sources without market caps')
    .option('--replace-demo', 'remove the demo market, and the sessions made from it')
    .action((path: string, options: ImportOptions) =>
      context.withSession(async (session) => {
        const bar = context.output.progress('Importing');
        const report = await session
          .get(MarketImporter)
          .import({
            path,
            ...options,
            onProgress: (progress) => bar.update(progress.fraction, describeProgress(progress)),
          })
          .finally(() => bar.stop());
        context.output.result(report, describeImport);
        requireAllAccepted(report);
      }),
    );

  market
    .command('sync')
    .description('bring daily data from Tushare: what is missing, and what came short')
    .option('--from <day>', 'first day; left out: the first that is missing', dayArgument)
    .option('--to <day>', 'last day; left out: today', dayArgument)
    .option('--replace-demo', 'remove the demo market, and the sessions made from it')
    .action((options: SyncOptions) =>
      context.withSession(async (session) => {
        const syncs = session.get(MarketSyncs);
        const syncId = await requestSync(syncs, options);
        await session.ensureWorker(syncMarketJob.queue);
        const sync = await watchSync(syncs, syncId, context);
        context.output.result(sync, describeSync);
        requireSynced(sync);
      }),
    );

  market
    .command('status')
    .description('what the database holds')
    .action(() =>
      context.withSession(async (session) =>
        context.output.result(await session.get(MarketStatus).read(), describeStatus),
      ),
    );
}

/** What a sync refuses about its span was typed wrong. */
async function requestSync(syncs: MarketSyncs, options: SyncOptions): Promise<number> {
  try {
    return (await syncs.request(options, null)).syncId;
  } catch (error) {
    throw error instanceof AppError && error.kind === 'invalid' ? new UsageError(error.message) : error;
  }
}

/** Follows a sync until it has ended, or waits for something that takes longer than a person does. */
async function watchSync(syncs: MarketSyncs, syncId: number, context: CommandContext): Promise<SyncView> {
  const bar = context.output.progress('Syncing');
  try {
    for (;;) {
      const sync = await syncs.get(syncId);
      const { status, unitsDone, unitsTotal, calls, stage } = sync;
      bar.update(unitsTotal === 0 ? 0 : unitsDone / unitsTotal, `${calls} calls, ${stage ?? 'waiting for a worker'}`);
      if (status === 'completed' || status === 'failed' || status === 'waiting') return sync;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    bar.stop();
  }
}

function describeSync(sync: SyncView): string {
  const done =
    `Sync ${sync.id}, ${sync.from} to ${sync.to}: ${sync.status}; ${grouped(sync.unitsDone)} questions answered, ` +
    `${grouped(sync.calls)} calls, ${grouped(sync.rows)} rows.`;
  const waits = sync.status === 'waiting' ? [`It goes on by itself where a worker runs: ${sync.stage ?? ''}.`] : [];
  return [done, ...waits, ...(sync.status === 'completed' && sync.error !== null ? [sync.error] : [])].join('\n');
}

function requireSynced({ id, status, error }: SyncView): void {
  if (status !== 'failed') return;
  throw new AppError('conflict', 'sync_failed', `sync ${id} failed: ${error ?? 'no reason given'}`);
}

function describeProgress({ stage, files, bars }: ImportProgress): string {
  const doing = { reading: '', storing: ', storing', tidying: ', refreshing statistics' }[stage];
  return `${files} files, ${grouped(bars)} rows${doing}`;
}

function describeImport(report: ImportReport): string {
  const { bars } = report;
  const rate = report.seconds > 0 ? ` (${grouped(Math.round(bars.read / report.seconds))} rows a second)` : '';
  return [
    ...listed(
      'Refused',
      report.refused.map(({ file, line, reason }) => `${file}${line === null ? '' : `:${line}`}: ${reason}`),
    ),
    ...listed(
      'Skipped',
      report.skipped.map(({ file, reason }) => `${file}: ${reason}`),
    ),
    `${grouped(report.files)} files, ${grouped(report.stocks)} stocks, ${grouped(bars.read)} rows` +
      `${report.from === null ? '' : `, ${report.from} to ${report.to ?? ''}`} in ${report.seconds.toFixed(1)} s${rate}.`,
    `Bars: ${grouped(bars.inserted)} new, ${grouped(bars.updated)} changed, ${grouped(bars.unchanged)} unchanged.`,
  ].join('\n');
}

function listed(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > LISTED_FILES ? [`  and ${lines.length - LISTED_FILES} more`] : [];
  return [`${title}:`, ...lines.slice(0, LISTED_FILES).map((line) => `  ${line}`), ...more];
}

function requireAllAccepted({ refused, files }: ImportReport): void {
  if (refused.length === 0) return;
  throw new AppError(
    'invalid',
    'files_refused',
    `${refused.length} of ${files} files were refused; the others went in`,
  );
}

const HOLDINGS: Record<MarketStatusReport['source'], string> = {
  none: 'no market',
  demo: 'the demo market (invented companies, generated prices)',
  files: 'imported files',
  tushare: 'data from Tushare',
};

function describeStatus(status: MarketStatusReport): string {
  const sets = renderTable(
    [
      { title: 'data', cell: (set) => set.name },
      { title: 'from', cell: (set) => set.from ?? '' },
      { title: 'to', cell: (set) => set.to ?? '' },
      { title: 'missing days', align: 'right', cell: (set) => String(set.holes.length) },
      { title: 'last error', cell: (set) => set.lastError ?? '' },
    ],
    status.dataSets,
  );
  return `This database holds ${HOLDINGS[status.source]}: ${grouped(status.stocks)} stocks, ${grouped(status.bars)} bars.\n${sets}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
