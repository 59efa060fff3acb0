import { Command } from 'commander';
import type { AppConfig } from '#lib/config';
import { addAiCommands } from './ai.command';
import { addApiKeysCommands } from './api-keys.command';
import { CommandContext } from './command-context';
import { addCyqCommands } from './cyq.command';
import { complaintOf, type ExitCode } from './exit-code';
import { addMarketCommands } from './market.command';
import { Output, type OutputStreams } from './output';
import { addScanCommands } from './scan.command';
import { addSeoCommands } from './seo.command';
import { addSessionsCommands } from './sessions.command';
import { addUsersCommands } from './users.command';

/**
 * Runs one command line.
 * @param words What was typed behind the program's name.
 * @returns the exit code: 0 all done, 1 refused or failed, 2 bad usage.
 */
export async function runCommandLine(
  words: readonly string[],
  readConfig: () => AppConfig,
  streams: OutputStreams,
): Promise<ExitCode> {
  const output = new Output(streams);
  try {
    const config = readConfig();
    const command = ['npm run cli --', ...words.slice(0, 2)].join(' ');
    const context = new CommandContext(output, { config, command, stderr: streams.stderr });
    await build(context, config, streams).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    const { exitCode, sentence } = complaintOf(error);
    if (sentence !== undefined) output.note(sentence);
    return exitCode;
  }
}

function build(context: CommandContext, config: AppConfig, streams: OutputStreams): Command {
  const program = new Command('stock-cycle')
    .description('The operator’s commands of Stock Cycle. They join the running server, or start what they need.')
    .option('--json', 'print the result as one JSON document')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    })
    .hook('preAction', (_program, action) => {
      context.output.json = action.optsWithGlobals<{ json?: boolean }>().json === true;
    });
  addMarketCommands(program, context);
  addScanCommands(program, context);
  addSeoCommands(program, context);
  addSessionsCommands(program, context);
  addAiCommands(program, context);
  addCyqCommands(program, context);
  addUsersCommands(program, context);
  addApiKeysCommands(program, context, config.adminUsername);
  return program;
}
