import type { Command } from 'commander';
import { SessionMarkets } from '#lib/tracking';
import type { CommandContext } from './command-context';

/** `sessions …`: upkeep of tracking sessions. */
export function addSessionsCommands(program: Command, context: CommandContext): void {
  program
    .command('sessions')
    .description('upkeep of tracking sessions')
    .command('rebuild')
    .description('compute the market figures of all open sessions again; it should find nothing to change')
    .action(() =>
      context.withSession(async (session) => {
        const rebuilt = await session.get(SessionMarkets).rebuild();
        context.output.result(rebuilt, ({ changed }) =>
          changed === 0
            ? 'All figures were as they should be.'
            : `${changed} ${changed === 1 ? 'row has' : 'rows have'} changed.`,
        );
      }),
    );
}
