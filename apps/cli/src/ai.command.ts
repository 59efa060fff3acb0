import { Argument, type Command } from 'commander';
import { lastValueFrom, tap } from 'rxjs';
import { DRAIN_KINDS, type DrainKind, drainLaneJob, type DrainReport, DrainsService } from '#lib/ai';
import { AppError } from '#lib/kernel';
import type { CommandContext } from './command-context';
import type { Session } from './session';
import { AI_MESSAGES } from './messages/ai.messages';
import { STATE_MESSAGES } from './messages/state.messages';

/** `ai …`: what models do for sessions. */
export function addAiCommands(program: Command, context: CommandContext): void {
  const words = context.words(AI_MESSAGES);
  const { read } = context;
  const ai = program.command('ai').description(words.group);
  ai.command('drain')
    .description(words.drain)
    .addArgument(new Argument('<queue>', words.queue).choices([...DRAIN_KINDS]))
    .action((kind: DrainKind) =>
      context.withSession(async (session) => {
        const { drainId } = await session.get(DrainsService).start(kind, null);
        await follow(session, drainId, context);
      }),
    );
  ai.command('continue')
    .description(words.continueDrain)
    .argument('<id>', words.drainId, read.count)
    .action((id: number) =>
      context.withSession(async (session) => {
        const { drainId } = await session.get(DrainsService).continue(id, null);
        await follow(session, drainId, context);
      }),
    );
}

/** Waits for the end of a drain and prints its report. */
async function follow(session: Session, drainId: number, context: CommandContext): Promise<void> {
  const drains = session.get(DrainsService);
  await session.ensureWorker(drainLaneJob.queue);
  await watch(drains, drainId, context);
  const report = await drains.report(drainId);
  context.output.result(report, () => describe(report, context));
  requireFilled(report, context);
}

async function watch(drains: DrainsService, drainId: number, context: CommandContext): Promise<void> {
  const words = context.words(AI_MESSAGES);
  const bar = context.output.progress(words.filling);
  try {
    const states = await drains.watch(drainId);
    await lastValueFrom(
      states.pipe(
        tap(({ done, total, failed }) => {
          bar.update(total === 0 ? 1 : done / total, words.progress(done, total, failed));
        }),
      ),
    );
  } finally {
    bar.stop();
  }
}

function describe(drain: DrainReport, context: CommandContext): string {
  const words = context.words(AI_MESSAGES);
  const states = context.words(STATE_MESSAGES);
  return [
    words.summary(drain.id, words[drain.kind], drain.tradeDay, states[drain.status]) +
      words.sessions(drain.filled, drain.total, drain.skipped, drain.failed) +
      words.records(drain.generated, drain.overwritten),
    ...(drain.stopReason === null ? [] : [words.stopped(drain.stopReason.message, drain.id)]),
    ...(drain.filledByFewer === 0 ? [] : [words.byFewer(drain.filledByFewer)]),
    ...drain.modelFaults.map(({ model, code, count, sessions }) => words.modelFault(model, code, count, sessions)),
    ...drain.outcomes.map(({ status, reason, count, sessions }) => {
      const named = sessions.map(({ code }) => code).join(' ');
      return words.outcome(states[status], count, reason, `${named}${count > sessions.length ? ' …' : ''}`);
    }),
  ].join('\n');
}

function requireFilled({ id, status, failed }: DrainReport, context: CommandContext): void {
  if (status === 'completed' && failed === 0) return;
  const words = context.words(AI_MESSAGES);
  const what = status === 'completed' ? words.someFailed(failed) : context.words(STATE_MESSAGES)[status];
  throw new AppError('conflict', 'drain_not_completed', words.notCompleted(id, what));
}
