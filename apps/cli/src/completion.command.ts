import { Argument, type Command } from 'commander';
import type { CommandContext } from './command-context';
import { bashScript } from './completion/bash-script';
import { type CommandNode, commandTree } from './completion/command-node';
import { fishScript } from './completion/fish-script';
import { zshScript } from './completion/zsh-script';
import { COMPLETION_MESSAGES } from './messages/completion.messages';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<
  string,
  (program: CommandNode) => string
>;
type Shell = keyof typeof SCRIPTS;

/** `completion SHELL`: a script made from the commands as they are. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  const words = context.words(COMPLETION_MESSAGES);
  program
    .command('completion')
    .description(words.completion)
    .addArgument(new Argument('<shell>', words.shell).choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => {
      const script = SCRIPTS[shell](commandTree(program));
      context.output.result({ shell, script }, () => script.trimEnd());
    });
}
