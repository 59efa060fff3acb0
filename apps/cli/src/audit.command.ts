import type { Command } from 'commander';
import { AppError } from '#lib/kernel';
import { type AuditCheck, type AuditReport, countDifferences, SelfAuditService } from '#lib/upkeep';
import type { CommandContext } from './command-context';
import { type Column, renderTable } from './table';
import { AUDIT_MESSAGES } from './messages/audit.messages';
import { groupDigits } from './messages/group-digits';

/** `market audit`: samples of the stored figures, computed another way. Exit code 0 only where all agree. */
export function addAuditCommand(market: Command, context: CommandContext): void {
  const words = context.words(AUDIT_MESSAGES);
  market
    .command('audit')
    .description(words.audit)
    .action(() =>
      context.withSession(async (session) => {
        const report = await session.get(SelfAuditService).run();
        context.output.result(report, () => describe(report, context));
        const differences = countDifferences(report);
        if (differences > 0) {
          throw new AppError('conflict', 'audit_differences', words.differ(differences));
        }
      }),
    );
}

function describe({ checks }: AuditReport, context: CommandContext): string {
  const words = context.words(AUDIT_MESSAGES);
  const columns: Column<AuditCheck>[] = [
    { title: words.check, cell: ({ name }) => name },
    { title: words.compared, align: 'right', cell: ({ compared }) => groupDigits(compared) },
    { title: words.differences, align: 'right', cell: ({ differences }) => groupDigits(differences) },
  ];
  const worst = checks.flatMap(({ name, worst: some }) =>
    some.map(({ subject, stored, recomputed }) => `${name}: ${words.line(subject, stored, recomputed)}`),
  );
  return [renderTable(columns, checks), ...worst].join('\n');
}
