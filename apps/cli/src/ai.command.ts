import { Argument, type Command } from 'commander';
import { lastValueFrom, tap } from 'rxjs';
import { DRAIN_KINDS, type DrainKind, drainLaneJob, type DrainReport, Drains } from '#lib/ai';
import { AppError } from '#lib/kernel';
import type { CommandContext } from './command-context';

/** `ai …`: what models do for sessions. */
export function addAiCommands(program: Command, context: CommandContext): void {
  program
    .command('ai')
    .description('what AI models do for tracking sessions')
    .command('drain')
    .description('fill all sessions that wait in a queue')
    .addArgument(new Argument('<queue>', 'which queue').choices([...DRAIN_KINDS]))
    .action((kind: DrainKind) =>
      context.withSession(async (session) => {
        const drains = session.get(Drains);
        const { drainId } = await drains.start(kind, null);
        await session.ensureWorker(drainLaneJob.queue);
        await watch(drains, drainId, context);
        const report = await drains.report(drainId);
        context.output.result(report, describe);
        requireFilled(report);
      }),
    );
}

async function watch(drains: Drains, drainId: number, context: CommandContext): Promise<void> {
  const bar = context.output.progress('Filling');
  try {
    const states = await drains.watch(drainId);
    await lastValueFrom(
      states.pipe(
        tap(({ done, total, failed }) => {
          bar.update(total === 0 ? 1 : done / total, `${done}/${total} sessions, ${failed} failed`);
        }),
      ),
    );
  } finally {
    bar.stop();
  }
}

function describe(drain: DrainReport): string {
  return [
    `Drain ${drain.id} (${drain.kind}, bars up to ${drain.tradeDay}) ${drain.status}: ` +
      `${drain.filled} of ${drain.total} sessions filled, ${drain.skipped} skipped, ${drain.failed} failed; ` +
      `${drain.generated} records written, ${drain.overwritten} written over.`,
    ...drain.outcomes.map(({ status, reason, count, sessions }) => {
      const named = sessions.map(({ code }) => code).join(' ');
      return `${status} ${count}: ${reason} (${named}${count > sessions.length ? ' …' : ''})`;
    }),
  ].join('\n');
}

function requireFilled({ id, status, failed }: DrainReport): void {
  if (status === 'completed' && failed === 0) return;
  const what = status === 'completed' ? `${failed} sessions failed` : status;
  throw new AppError('conflict', 'drain_not_completed', `drain ${id}: ${what}`);
}
