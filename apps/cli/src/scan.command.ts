import { type Command, Option } from 'commander';
import { lastValueFrom, tap } from 'rxjs';
import { AppError, type CalendarDay } from '#lib/kernel';
import {
  DEFAULT_CIRC_MKT_MAX_YI,
  DEFAULT_CIRC_MKT_MIN_YI,
  DEFAULT_SCAN_OPTIONS,
  MAX_CAP_TOLERANCE_PCT,
  MAX_SKIP_CLOSED_DAYS,
  PRIOR_WINDOW_DAYS,
  scanRangeJob,
  type ScanRequest,
  type ScanRow,
  ScansService,
  type ScanView,
  VOLUME_BASES,
  type VolumeBasis,
} from '#lib/scan';
import type { CommandContext } from './command-context';
import { type Column, renderTable } from './table';
import { UsageError } from './usage-error';
import { groupDigits } from './messages/group-digits';
import { SCAN_MESSAGES } from './messages/scan.messages';
import { STATE_MESSAGES } from './messages/state.messages';

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
  capTolerance: number;
  skipClosedDays: number;
}

/** `scan …`: the search for one-year low volume. */
export function addScanCommands(program: Command, context: CommandContext): void {
  const words = context.words(SCAN_MESSAGES);
  const { read } = context;
  program
    .command('scan')
    .description(words.group)
    .command('run')
    .description(words.run)
    .requiredOption('--start <day>', words.start, read.day)
    .requiredOption('--end <day>', words.end, read.day)
    .option('--min-cap <yi>', words.minCap, read.amount, DEFAULT_CIRC_MKT_MIN_YI)
    .option('--max-cap <yi>', words.maxCap, read.amount, DEFAULT_CIRC_MKT_MAX_YI)
    .option('--allow-incomplete', words.allowIncomplete)
    .addOption(
      new Option('--volume-basis <basis>', words.volumeBasis)
        .choices(VOLUME_BASES)
        .default(DEFAULT_SCAN_OPTIONS.volumeBasis),
    )
    .option('--exclude-locked', words.excludeLocked, DEFAULT_SCAN_OPTIONS.excludeLocked)
    .option('--exclude-st', words.excludeSt, DEFAULT_SCAN_OPTIONS.excludeSt)
    .option(
      '--min-prior-bars <bars>',
      words.minPriorBars,
      read.within(0, PRIOR_WINDOW_DAYS),
      DEFAULT_SCAN_OPTIONS.minPriorBars,
    )
    .option(
      '--cap-tolerance <percent>',
      words.capTolerance,
      read.within(0, MAX_CAP_TOLERANCE_PCT),
      DEFAULT_SCAN_OPTIONS.capTolerancePct,
    )
    .option(
      '--skip-closed-days <days>',
      words.skipClosedDays,
      read.within(0, MAX_SKIP_CLOSED_DAYS),
      DEFAULT_SCAN_OPTIONS.skipClosedDays,
    )
    .action((options: ScanOptions) =>
      context.withSession(async (session) => {
        const scans = session.get(ScansService);
        const request = {
          startDate: options.start,
          endDate: options.end,
          circMktMinYi: options.minCap,
          circMktMaxYi: options.maxCap,
          options: {
            volumeBasis: options.volumeBasis,
            excludeLocked: options.excludeLocked,
            excludeSt: options.excludeSt,
            minPriorBars: options.minPriorBars,
            capTolerancePct: options.capTolerance,
            skipClosedDays: options.skipClosedDays,
          },
        };
        const scanId = await startScan(scans, request, options.allowIncomplete === true);
        await session.ensureWorker(scanRangeJob.queue);
        const scan = await watchScan(scans, scanId, context);
        const hits = await allHits(scans, scanId);
        context.output.result({ ...scan, hits }, () => describe(scan, hits, context));
        requireCompleted(scan, context);
      }),
    );
}

/** What the scan refuses about its range or bounds was typed wrong. */
async function startScan(scans: ScansService, request: ScanRequest, allowIncomplete: boolean): Promise<number> {
  try {
    return (await scans.start(request, null, { allowIncomplete })).scanId;
  } catch (error) {
    throw error instanceof AppError && error.kind === 'invalid'
      ? new UsageError(error.message, { cause: error })
      : error;
  }
}

async function watchScan(scans: ScansService, scanId: number, context: CommandContext): Promise<ScanView> {
  const words = context.words(SCAN_MESSAGES);
  const bar = context.output.progress(words.scanning);
  try {
    const states = await scans.watch(scanId);
    return await lastValueFrom(
      states.pipe(
        tap((scan) => {
          const { processedCount, candidateCount, matchedCount } = scan;
          const note = words.progress(processedCount, candidateCount, matchedCount);
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

function describe(scan: ScanView, hits: readonly ScanRow[], context: CommandContext): string {
  const words = context.words(SCAN_MESSAGES);
  const { created, alreadyOpen, closedBefore, excludedLimitUp, skippedShortHistory } = scan.persist;
  const { id, startDate, endDate, tradingDays, candidateCount, circMktMinYi, circMktMaxYi } = scan;
  const summary = [
    words.summary(id, startDate, endDate, tradingDays, candidateCount, circMktMinYi, circMktMaxYi),
    words.counts(hits.length, created, alreadyOpen, excludedLimitUp, skippedShortHistory),
    ...(closedBefore === 0 ? [] : [words.notOpenedAgain(closedBefore)]),
    ...scan.warnings,
  ].join('\n');
  return hits.length === 0 ? summary : `${renderTable(columnsIn(context), hits)}\n\n${summary}`;
}

function columnsIn(context: CommandContext): Column<ScanRow>[] {
  const words = context.words(SCAN_MESSAGES);
  const outcomes = { created: words.created, already_open: words.alreadyOpen, closed_before: words.closedBefore };
  return [
    { title: words.code, cell: (hit) => hit.code },
    { title: words.name, cell: (hit) => hit.stockName ?? '' },
    { title: words.entry, cell: (hit) => hit.entryDate },
    { title: words.close, align: 'right', cell: (hit) => hit.close.toFixed(2) },
    { title: words.lowestVolume, align: 'right', cell: (hit) => groupDigits(hit.minVolume) },
    {
      title: words.lowestBefore,
      align: 'right',
      cell: (hit) => (hit.priorMinVolume === null ? '' : groupDigits(hit.priorMinVolume)),
    },
    { title: words.on, cell: (hit) => hit.priorMinVolumeDate ?? '' },
    { title: words.cap, align: 'right', cell: (hit) => hit.circulatingMarketCapYi.toFixed(2) },
    { title: words.session, align: 'right', cell: (hit) => String(hit.sessionId) },
    { title: words.outcome, cell: (hit) => outcomes[hit.outcome] },
  ];
}

function requireCompleted(scan: ScanView, context: CommandContext): void {
  if (scan.status === 'completed') return;
  const words = context.words(SCAN_MESSAGES);
  const status = context.words(STATE_MESSAGES)[scan.status];
  throw new AppError(
    'conflict',
    'scan_not_completed',
    words.notCompleted(scan.id, status, scan.error ?? words.noReason),
  );
}
