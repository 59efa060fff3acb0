import { Command, Option } from 'commander';
import { actAs, COMMAND_LINE } from '#lib/audit-trail';
import type { AppConfig } from '#lib/config';
import { addAiCommands } from './ai.command';
import { addApiKeysCommands } from './api-keys.command';
import { addBackupCommand } from './backup.command';
import { CommandContext } from './command-context';
import { addCompletionCommand } from './completion.command';
import { addCyqCommands } from './cyq.command';
import { formatError, type ExitCode } from './exit-code';
import { helpIn, wrapped } from './help';
import { addMarketCommands } from './market.command';
import { Output, type OutputStreams } from './output';
import { addMcpCommand } from './mcp.command';
import { addRestoreCommand } from './restore.command';
import { addScanCommands } from './scan.command';
import { addScreenCommands } from './screen.command';
import { addSeoCommands } from './seo.command';
import { addSessionsCommands } from './sessions.command';
import { addStudyCommands } from './study.command';
import { addUsersCommands } from './users.command';
import { type Language, LANGUAGES } from './messages/define-messages';
import { PROGRAM_MESSAGES } from './messages/program.messages';

/** Of a stream that is no terminal. */
const USUAL_WIDTH = 80;

/**
 * Runs one command line.
 * @param words What was typed behind the program's name.
 * @param systemLanguage Of help and results where `--lang` names none.
 * @returns the exit code: 0 all done, 1 refused or failed, 2 bad usage.
 */
export async function runCommandLine(
  words: readonly string[],
  readConfig: () => AppConfig,
  streams: OutputStreams,
  systemLanguage: Language = 'en',
): Promise<ExitCode> {
  const language = languageAsked(words) ?? systemLanguage;
  const output = new Output(streams);
  const command = ['npm run cli --', ...words.slice(0, 2)].join(' ');
  const context = new CommandContext(output, language, { readConfig, command, stderr: streams.stderr });
  try {
    await actAs(COMMAND_LINE, () => buildProgram(context, streams).parseAsync(words, { from: 'user' }));
    return 0;
  } catch (error) {
    const { exitCode, sentence } = formatError(error, language);
    if (sentence !== undefined) output.note(sentence);
    return exitCode;
  }
}

/** All commands, with help in the language of `context`. */
export function buildProgram(context: CommandContext, streams: OutputStreams): Command {
  const words = context.words(PROGRAM_MESSAGES);
  const program = new Command('stock-cycle')
    .description(words.description)
    .option('--json', words.json)
    .addOption(new Option('--lang <language>', words.lang).choices(LANGUAGES))
    .helpOption('-h, --help', words.help)
    .helpCommand('help [command]', words.helpCommand)
    .configureHelp(helpIn(context.language))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
      // Said in the person's language, when the error arrives.
      outputError: () => undefined,
    })
    .addHelpText('after', ({ command }) => (command.parent === null ? `\n${wrapped(words.epilogue, USUAL_WIDTH)}` : ''))
    .hook('preAction', (_program, action) => {
      context.output.json = action.optsWithGlobals<{ json?: boolean }>().json === true;
    });
  addMarketCommands(program, context);
  addScanCommands(program, context);
  addScreenCommands(program, context);
  addStudyCommands(program, context);
  addSeoCommands(program, context);
  addSessionsCommands(program, context);
  addAiCommands(program, context);
  addCyqCommands(program, context);
  addUsersCommands(program, context);
  addApiKeysCommands(program, context);
  addBackupCommand(program, context);
  addRestoreCommand(program, context);
  addMcpCommand(program, context);
  addCompletionCommand(program, context);
  return program;
}

/** Needed before the line is read: what is wrong with it is said in that language. */
function languageAsked(words: readonly string[]): Language | undefined {
  const at = words.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const value = words[at] === '--lang' ? words[at + 1] : words[at]?.slice('--lang='.length);
  return LANGUAGES.find((language) => language === value);
}
