import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ADMINISTRATOR_ID } from '#lib/accounts';
import { AppError } from '#lib/kernel';
import {
  importSeoJob,
  type ImportRow,
  type ImportUndo,
  type RejectedRow,
  SEO_KINDS,
  type SeoKind,
  SeoImportsService,
  SeoImportUndosService,
  undoSeoImportJob,
} from '#lib/seo';
import { UploadsService } from '#lib/uploads';
import type { CommandContext } from './command-context';
import { SEO_MESSAGES } from './messages/seo.messages';

interface ImportOptions {
  kind: SeoKind;
  dryRun?: boolean;
  keyword?: string;
  geo?: string;
  period?: string;
  market?: string;
  language?: string;
}

/** A file of the operator's own machine needs no guard against strangers, but a mistake should not fill the disk. */
const LARGEST_FILE = 16 * 2 ** 30;
const LISTED_REJECTED = 20;
const REPORTED_REJECTED = 1000;
const LOOK_EVERY_MS = 250;

/** `seo …`: bringing data into the SEO store. */
export function addSeoCommands(program: Command, context: CommandContext): void {
  const words = context.words(SEO_MESSAGES);
  const seo = program.command('seo').description(words.group);
  seo
    .command('import')
    .description(words.import)
    .argument('<file>', words.file)
    .addOption(new Option('--kind <kind>', words.kind).choices(SEO_KINDS).makeOptionMandatory())
    .option('--dry-run', words.dryRun)
    .option('--keyword <keyword>', words.keyword)
    .option('--geo <region>', words.geo)
    .option('--period <span>', words.period)
    .option('--market <market>', words.market)
    .option('--language <code>', words.language)
    .action((path: string, options: ImportOptions) =>
      context.withSession(async (session) => {
        await requireFile(path);
        const { kind, dryRun = false, keyword, geo, period, market, language } = options;
        const uploads = session.get(UploadsService);
        const imports = session.get(SeoImportsService);
        const upload = await uploads.stage(createReadStream(path), ADMINISTRATOR_ID, LARGEST_FILE);
        const reading = { kind, dryRun, fileName: basename(path), keyword, geo, period, market, language };
        const { importId } = await imports.request(ADMINISTRATOR_ID, upload, reading);
        await session.ensureWorker(importSeoJob.queue);
        const row = await watchImport(imports, importId, context);
        const rejected = await imports.rejected(importId, 0, REPORTED_REJECTED);
        context.output.result(readReport(row, rejected), () => describe(row, rejected, context));
        if (row.state === 'failed') throw new AppError('invalid', 'import_failed', row.error ?? words.failed);
      }),
    );
  seo
    .command('undo')
    .description(words.undo)
    .argument('<id>', words.undoId, readImportId)
    .action((importId: number) =>
      context.withSession(async (session) => {
        const imports = session.get(SeoImportsService);
        await session.get(SeoImportUndosService).request(ADMINISTRATOR_ID, importId);
        await session.ensureWorker(undoSeoImportJob.queue);
        const { state, removed, restored, kept, error } = await watchUndo(imports, importId, context);
        context.output.result({ importId, state, removed, restored, kept, error }, () =>
          state === 'completed' ? words.undone(removed, restored, kept) : words.undoFailed,
        );
        if (state === 'failed') throw new AppError('unavailable', 'undo_failed', error ?? words.undoFailed);
      }),
    );
}

function readImportId(text: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw new InvalidArgumentError('');
  return Number(text);
}

async function watchUndo(imports: SeoImportsService, importId: number, context: CommandContext): Promise<ImportUndo> {
  const words = context.words(SEO_MESSAGES);
  const bar = context.output.progress(words.undoing);
  try {
    for (;;) {
      const { undo, created, updated } = await imports.get(importId);
      if (undo?.state === 'completed' || undo?.state === 'failed') return undo;
      const done = (undo?.removed ?? 0) + (undo?.restored ?? 0) + (undo?.kept ?? 0);
      bar.update(Math.min(1, done / Math.max(1, created + updated)), '');
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    bar.stop();
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw AppError.notFound(`there is no file ${path}`, 'path_not_found', { path });
}

async function watchImport(imports: SeoImportsService, importId: number, context: CommandContext): Promise<ImportRow> {
  const words = context.words(SEO_MESSAGES);
  const bar = context.output.progress(words.importing);
  try {
    for (;;) {
      const row = await imports.get(importId);
      if (row.state === 'completed' || row.state === 'failed') return row;
      const { progress } = row;
      // Reading is the first half of the way, storing the second.
      const way = progress === null ? 0 : (progress.fraction + (progress.stage === 'reading' ? 0 : 1)) / 2;
      bar.update(way, progress === null ? '' : words.progress(progress.rows, progress.stored));
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    bar.stop();
  }
}

function readReport(row: ImportRow, rejectedRows: readonly RejectedRow[]) {
  const { id, kind, format, created, updated, unchanged, duplicate, rejected: rejectedTotal, dryRun, error } = row;
  const { deleted, warnings } = row;
  const rejected = rejectedRows.map(({ line, reason }) => ({ line, reason }));
  const counts = { created, updated, unchanged, duplicate, rejected, rejectedTotal, deleted };
  return { importId: id, kind, format, ...counts, warnings, dryRun, error };
}

function describe(row: ImportRow, rejected: readonly RejectedRow[], context: CommandContext): string {
  const words = context.words(SEO_MESSAGES);
  if (row.state === 'failed') return words.nothing;
  const more = row.rejected - Math.min(rejected.length, LISTED_REJECTED);
  return [
    ...(rejected.length === 0 ? [] : [words.rejected]),
    ...rejected.slice(0, LISTED_REJECTED).map(({ line, reason }) => `  ${words.line(line, reason)}`),
    ...(more > 0 ? [`  ${words.more(more, `/api/admin/imports/${row.id}/rejected`)}`] : []),
    words.counts(words[row.kind], row.format ?? words.unknownFormat) +
      words.rows(row.created, row.updated, row.unchanged, row.duplicate, row.rejected) +
      (row.dryRun ? words.wasDry : ''),
    ...(row.deleted > 0 ? [words.deleted(row.deleted)] : []),
    ...row.warnings.map((warning) => words[warning]),
  ].join('\n');
}
