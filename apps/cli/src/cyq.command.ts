import type { Command } from 'commander';
import type { ChipWarning } from '#lib/chips';
import { JobsService, getJobResult } from '#lib/queue';
import { CyqSyncService, type CyqSyncReport, MAX_CYQ_SESSIONS, syncCyqJob } from '#lib/tracking';
import type { CommandContext } from './command-context';
import { type Column, renderTable } from './table';
import { UsageError } from './usage-error';
import { ARGUMENT_MESSAGES } from './messages/argument.messages';
import { CYQ_MESSAGES } from './messages/cyq.messages';
import { STATE_MESSAGES } from './messages/state.messages';

/** A vendor may make us wait for minutes; each look is this long. */
const LOOK_MS = 1000;

/** `cyq …`: the cached chip distributions of sessions. */
export function addCyqCommands(program: Command, context: CommandContext): void {
  const words = context.words(CYQ_MESSAGES);
  const { read } = context;
  program
    .command('cyq')
    .description(words.group)
    .command('sync')
    .description(words.sync)
    .option('--session <id...>', words.session, (id: string, ids?: number[]) => [...(ids ?? []), read.count(id)])
    .action(({ session: ids }: { session?: number[] }) => {
      if (ids !== undefined && ids.length > MAX_CYQ_SESSIONS) {
        throw new UsageError(context.words(ARGUMENT_MESSAGES).atMost('--session', MAX_CYQ_SESSIONS));
      }
      return context.withSession(async (session) => {
        const { jobId } = await session.get(CyqSyncService).start({ sessionIds: ids ?? null, requestedBy: null });
        await session.ensureWorker(syncCyqJob.queue);
        const report = await watchSync(session.get(JobsService), jobId, context);
        context.output.result(report, () => describe(report, context));
      });
    });
}

async function watchSync(jobs: JobsService, jobId: number, context: CommandContext): Promise<CyqSyncReport> {
  const states = context.words(STATE_MESSAGES);
  const bar = context.output.progress(context.words(CYQ_MESSAGES).chips);
  try {
    for (;;) {
      const view = await jobs.wait(jobId, LOOK_MS);
      const report = getJobResult(syncCyqJob, view);
      bar.update(report === undefined ? 0 : 1, states[view.state]);
      if (report !== undefined) return report;
    }
  } finally {
    bar.stop();
  }
}

function describe(report: CyqSyncReport, context: CommandContext): string {
  const words = context.words(CYQ_MESSAGES);
  const { requested, updated, unchanged, failed, vendorCalls, warnings } = report;
  const summary = words.summary(requested, updated, unchanged, failed, vendorCalls);
  const columns: Column<ChipWarning>[] = [
    { title: words.code, cell: (warning) => warning.code },
    { title: words.reason, cell: (warning) => words[warning.reason] },
    { title: words.detail, cell: (warning) => warning.detail },
  ];
  return warnings.length === 0 ? summary : `${renderTable(columns, warnings)}\n\n${summary}`;
}
