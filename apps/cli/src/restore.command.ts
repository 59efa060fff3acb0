import type { Command } from 'commander';
import { restoreBackup, type RestoreReport } from '#lib/backup';
import { SCHEMA } from '#lib/schema';
import { showRows } from './backup.command';
import type { CommandContext } from './command-context';
import { UsageError } from './usage-error';
import { BACKUP_MESSAGES } from './messages/backup.messages';

interface RestoreOptions {
  replace?: boolean;
  yes?: boolean;
  force?: boolean;
}

/** `restore FILE`: the database as it was. */
export function addRestoreCommand(program: Command, context: CommandContext): void {
  const words = context.words(BACKUP_MESSAGES);
  program
    .command('restore')
    .summary(words.restoreInShort)
    .description(words.restore)
    .argument('<file>', words.restoreFile)
    .option('--replace', words.replace)
    .option('--yes', words.yes)
    .option('--force', words.restoreForce)
    .action((file: string, { replace = false, yes = false, force = false }: RestoreOptions) => {
      if (replace && !yes) throw new UsageError(words.needsYes);
      return context.withConnection(
        async (connection, signal) => {
          const bar = context.output.progress(words.restoring);
          const onProgress = showRows(bar, context);
          const request = { connection, file, schema: SCHEMA, replace, force, signal, onProgress };
          const report = await restoreBackup(request).finally(() => bar.stop());
          if (report.leftOut.length > 0) context.output.note(words.leftOut(report.leftOut));
          context.output.result(report, () => describe(report, context));
        },
        { replacesUsers: true },
      );
    });
}

function describe({ createdAt, tables, rows, migrated, jobs }: RestoreReport, context: CommandContext): string {
  const words = context.words(BACKUP_MESSAGES);
  return [
    words.restored(createdAt, tables, rows),
    ...(migrated > 0 ? [words.migrated(migrated)] : []),
    ...(jobs > 0 ? [words.jobs(jobs)] : []),
  ].join('\n');
}
