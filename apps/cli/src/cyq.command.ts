import type { Command } from 'commander';
import type { ChipWarning } from '#lib/market-data';
import { Jobs, resultOfJob } from '#lib/queue';
import { CyqSync, type CyqSyncReport, MAX_CYQ_SESSIONS, syncCyqJob } from '#lib/tracking';
import { countArgument } from './arguments';
import type { CommandContext } from './command-context';
import { type Column, renderTable } from './table';
import { UsageError } from './usage-error';

/** A vendor may make us wait for minutes; each look is this long. */
const LOOK_MS = 1000;

const COLUMNS: readonly Column<ChipWarning>[] = [
  { title: 'code', cell: (warning) => warning.code },
  { title: 'reason', cell: (warning) => warning.reason },
  { title: 'detail', cell: (warning) => warning.detail },
];

/** `cyq …`: the cached chip distributions of sessions. */
export function addCyqCommands(program: Command, context: CommandContext): void {
  program
    .command('cyq')
    .description('the cached chip distributions of sessions')
    .command('sync')
    .description('refresh those of all open sessions')
    .option('--session <id...>', 'only these sessions', (id: string, ids?: number[]) => [
      ...(ids ?? []),
      countArgument(id),
    ])
    .action(({ session: ids }: { session?: number[] }) =>
      context.withSession(async (session) => {
        if (ids !== undefined && ids.length > MAX_CYQ_SESSIONS) {
          throw new UsageError(`--session takes at most ${MAX_CYQ_SESSIONS} ids`);
        }
        const { jobId } = await session.get(CyqSync).start({ sessionIds: ids ?? null, requestedBy: null });
        await session.ensureWorker(syncCyqJob.queue);
        const report = await watchSync(session.get(Jobs), jobId, context);
        context.output.result(report, () => describe(report));
      }),
    );
}

async function watchSync(jobs: Jobs, jobId: number, context: CommandContext): Promise<CyqSyncReport> {
  const bar = context.output.progress('Chips');
  try {
    for (;;) {
      const view = await jobs.wait(jobId, LOOK_MS);
      const report = resultOfJob(syncCyqJob, view);
      bar.update(report === undefined ? 0 : 1, view.state);
      if (report !== undefined) return report;
    }
  } finally {
    bar.stop();
  }
}

function describe({ requested, updated, unchanged, failed, vendorCalls, warnings }: CyqSyncReport): string {
  const summary =
    `${requested} sessions: ${updated} updated, ${unchanged} unchanged, ${failed} without chips; ` +
    `${vendorCalls} calls to the vendor.`;
  return warnings.length === 0 ? summary : `${renderTable(COLUMNS, warnings)}\n\n${summary}`;
}
