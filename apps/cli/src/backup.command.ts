import type { Command } from 'commander';
import { type BackupProgress, writeBackup } from '#lib/backup';
import { SCHEMA } from '#lib/schema';
import type { CommandContext } from './command-context';
import { fileSize } from './file-size';
import type { ProgressBar } from './progress-bar';
import { BACKUP_WORDS } from './words/backup.words';

/** `backup FILE`: the whole database in one file. */
export function addBackupCommand(program: Command, context: CommandContext): void {
  const words = context.words(BACKUP_WORDS);
  program
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
}

/** Moves `bar` by the rows that went by. */
export function showRows(bar: ProgressBar, context: CommandContext): (progress: BackupProgress) => void {
  const words = context.words(BACKUP_WORDS);
  return ({ done, total, table }) => bar.update(total === 0 ? 1 : done / total, words.progress(done, total, table));
}
