import { type Command, InvalidArgumentError, Option } from 'commander';
import { lastValueFrom, tap } from 'rxjs';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  DEFAULT_CIRC_MKT_MAX_YI,
  DEFAULT_CIRC_MKT_MIN_YI,
  DEFAULT_SCAN_OPTIONS,
  PRIOR_WINDOW_DAYS,
  scanRangeJob,
  type ScanRequest,
  type ScanRow,
  ScansService,
  type ScanView,
  VOLUME_BASES,
  type VolumeBasis,
} from '#lib/scan';
import { amountArgument, dayArgument } from './arguments';
import type { CommandContext } from './command-context';
import { type Column, renderTable } from './table';
import { UsageError } from './usage-error';

const PAGE = 1000;

interface ScanOptions {
  start: CalendarDay;
  end: CalendarDay;
  minCap: number;
  maxCap: number;
  allowIncomplete?: boolean;
  volumeBasis: VolumeBasis;
  excludeLocked: boolean;
  excludeSt: boolean;
  minPriorBars: number;
}

const COLUMNS: readonly Column<ScanRow>[] = [
  { title: 'code', cell: (hit) => hit.code },
  { title: 'name', cell: (hit) => hit.stockName ?? '' },
  { title: 'entry', cell: (hit) => hit.entryDate },
  { title: 'close', align: 'right', cell: (hit) => hit.close.toFixed(2) },
  { title: 'lowest volume', align: 'right', cell: (hit) => hit.minVolume.toLocaleString('en-US') },
  { title: 'lowest before', align: 'right', cell: (hit) => hit.priorMinVolume?.toLocaleString('en-US') ?? '' },
  { title: 'on', cell: (hit) => hit.priorMinVolumeDate ?? '' },
  { title: 'cap (亿)', align: 'right', cell: (hit) => hit.circulatingMarketCapYi.toFixed(2) },
  { title: 'session', align: 'right', cell: (hit) => String(hit.sessionId) },
  { title: 'outcome', cell: (hit) => hit.outcome },
];

/** `scan …`: the search for one-year low volume. */
export function addScanCommands(program: Command, context: CommandContext): void {
  program
    .command('scan')
    .description('the search for one-year low volume')
    .command('run')
    .description('scan the whole market, and open a session for each hit')
    .requiredOption('--start <day>', 'first day of the range', dayArgument)
    .requiredOption('--end <day>', 'last day of the range', dayArgument)
    .option('--min-cap <yi>', 'lowest circulating market cap, in 亿 yuan', amountArgument, DEFAULT_CIRC_MKT_MIN_YI)
    .option('--max-cap <yi>', 'highest circulating market cap, in 亿 yuan', amountArgument, DEFAULT_CIRC_MKT_MAX_YI)
    .option('--allow-incomplete', 'scan although market data of some days are not complete')
    .addOption(
      new Option('--volume-basis <basis>', 'volumes as traded, or in shares of the last day')
        .choices(VOLUME_BASES)
        .default(DEFAULT_SCAN_OPTIONS.volumeBasis),
    )
    .option('--exclude-locked', 'one-price days leave both windows', DEFAULT_SCAN_OPTIONS.excludeLocked)
    .option('--exclude-st', 'no hits that are ST on their entry day', DEFAULT_SCAN_OPTIONS.excludeSt)
    .option(
      '--min-prior-bars <bars>',
      'stocks with fewer bars in the year before count as short history',
      priorBarsArgument,
      DEFAULT_SCAN_OPTIONS.minPriorBars,
    )
    .action((options: ScanOptions) =>
      context.withSession(async (session) => {
        const scans = session.get(ScansService);
        const bounds = {
          startDate: options.start,
          endDate: options.end,
          circMktMinYi: options.minCap,
          circMktMaxYi: options.maxCap,
          options: {
            volumeBasis: options.volumeBasis,
            excludeLocked: options.excludeLocked,
            excludeSt: options.excludeSt,
            minPriorBars: options.minPriorBars,
          },
        };
        const scanId = await startScan(scans, bounds, options.allowIncomplete === true);
        await session.ensureWorker(scanRangeJob.queue);
        const scan = await watchScan(scans, scanId, context);
        const hits = await allHits(scans, scanId);
        context.output.result({ ...scan, hits }, () => describe(scan, hits));
        requireCompleted(scan);
      }),
    );
}

function priorBarsArgument(text: string): number {
  const bars = Number(text);
  if (/^[0-9]{1,3}$/.test(text) && bars <= PRIOR_WINDOW_DAYS) return bars;
  throw new InvalidArgumentError(`it must be a whole number from 0 to ${PRIOR_WINDOW_DAYS}.`);
}

/** What the scan refuses about its range or bounds was typed wrong. */
async function startScan(scans: ScansService, bounds: ScanRequest, allowIncomplete: boolean): Promise<number> {
  try {
    return (await scans.start(bounds, null, { allowIncomplete })).scanId;
  } catch (error) {
    throw error instanceof AppError && error.kind === 'invalid' ? new UsageError(error.message) : error;
  }
}

async function watchScan(scans: ScansService, scanId: number, context: CommandContext): Promise<ScanView> {
  const bar = context.output.progress('Scanning');
  try {
    const states = await scans.watch(scanId);
    return await lastValueFrom(
      states.pipe(
        tap((scan) => {
          const { processedCount, candidateCount, matchedCount } = scan;
          const note = `${processedCount}/${candidateCount} stocks, ${matchedCount} hits`;
          bar.update(candidateCount === 0 ? 1 : processedCount / candidateCount, note);
        }),
      ),
    );
  } finally {
    bar.stop();
  }
}

async function allHits(scans: ScansService, scanId: number): Promise<ScanRow[]> {
  const all: ScanRow[] = [];
  for (;;) {
    const { hits, total } = await scans.hits(scanId, { limit: PAGE, offset: all.length });
    all.push(...hits);
    if (hits.length === 0 || all.length >= total) return all;
  }
}

function describe(scan: ScanView, hits: readonly ScanRow[]): string {
  const { created, alreadyOpen, excludedLimitUp, skippedShortHistory } = scan.persist;
  const summary = [
    `Scan ${scan.id}: ${scan.startDate} to ${scan.endDate}, ${scan.tradingDays} trading days, ` +
      `${scan.candidateCount} candidates of ${scan.circMktMinYi} to ${scan.circMktMaxYi} 亿.`,
    `${hits.length} hits: ${created} sessions opened, ${alreadyOpen} open already; ` +
      `left out: ${excludedLimitUp} at the limit-up price, ${skippedShortHistory} listed for less than a year.`,
    ...scan.warnings,
  ].join('\n');
  return hits.length === 0 ? summary : `${renderTable(COLUMNS, hits)}\n\n${summary}`;
}

function requireCompleted(scan: ScanView): void {
  if (scan.status === 'completed') return;
  throw new AppError(
    'conflict',
    'scan_not_completed',
    `scan ${scan.id} ${scan.status}: ${scan.error ?? 'no reason given'}`,
  );
}
