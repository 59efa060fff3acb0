import type { Command } from 'commander';
import { SessionMarketService } from '#lib/tracking';
import type { CommandContext } from './command-context';
import { SESSIONS_MESSAGES } from './messages/sessions.messages';

/** `sessions …`: upkeep of tracking sessions. */
export function addSessionsCommands(program: Command, context: CommandContext): void {
  const words = context.words(SESSIONS_MESSAGES);
  program
    .command('sessions')
    .description(words.group)
    .command('rebuild')
    .description(words.rebuild)
    .action(() =>
      context.withSession(async (session) => {
        const rebuilt = await session.get(SessionMarketService).rebuild();
        context.output.result(rebuilt, ({ changed }) => (changed === 0 ? words.unchanged : words.changed(changed)));
      }),
    );
}
