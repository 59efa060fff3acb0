import type { Command } from 'commander';
import { BackupFolder, type BackupProgress, verifyBackup, type VerifyReport, writeBackup } from '#lib/backup';
import { SCHEMA } from '#lib/schema';
import type { CommandContext } from './command-context';
import { fileSize } from './file-size';
import type { ProgressBar } from './progress-bar';
import { BACKUP_MESSAGES } from './messages/backup.messages';

/** `backup FILE`: the whole database in one file. `backup list` and `backup verify FILE` need no database. */
export function addBackupCommand(program: Command, context: CommandContext): void {
  const words = context.words(BACKUP_MESSAGES);
  const backup = program
    .command('backup')
    .summary(words.backupInShort)
    .description(words.backup)
    .argument('<file>', words.backupFile)
    .option('--force', words.replaceFile)
    .action((file: string, { force = false }: { force?: boolean }) =>
      context.withConnection(async (connection, signal) => {
        const bar = context.output.progress(words.backingUp);
        const onProgress = showRows(bar, context);
        const request = { connection, file, schema: SCHEMA, force, signal, onProgress };
        const report = await writeBackup(request).finally(() => bar.stop());
        context.output.result(report, ({ tables, rows, bytes }) => words.backedUp(file, tables, rows, fileSize(bytes)));
      }),
    );
  backup
    .command('list')
    .description(words.list)
    .action(() => listBackups(context));
  backup
    .command('verify')
    .description(words.verify)
    .argument('<file>', words.restoreFile)
    .action((file: string) => verify(file, context));
}

/** The nightly backups of the data folder. */
async function listBackups(context: CommandContext): Promise<void> {
  const words = context.words(BACKUP_MESSAGES);
  const backups = await new BackupFolder(context.config().dataDir).list();
  context.output.table(
    backups,
    [
      { title: words.dayTitle, cell: ({ day }) => day },
      { title: words.sizeTitle, align: 'right', cell: ({ bytes }) => fileSize(bytes) },
      { title: words.fileTitle, cell: ({ file }) => file },
    ],
    words.noBackups,
  );
}

async function verify(file: string, context: CommandContext): Promise<void> {
  const words = context.words(BACKUP_MESSAGES);
  const report = await context.untilInterrupted((signal) => verifyBackup({ file, schema: SCHEMA, signal }));
  if (report.unknown.length > 0) context.output.note(words.notOurs(report.unknown));
  context.output.result(report, ({ createdAt, tables, rows }: VerifyReport) =>
    words.verified(file, createdAt, tables, rows),
  );
}

/** Moves `bar` by the rows that went by. */
export function showRows(bar: ProgressBar, context: CommandContext): (progress: BackupProgress) => void {
  const words = context.words(BACKUP_MESSAGES);
  return ({ done, total, table }) => bar.update(total === 0 ? 1 : done / total, words.progress(done, total, table));
}
