import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { CommandContext } from './command-context';
import { wrapped } from './help';
import { Output } from './output';
import { buildProgram } from './program';
import { terminalWidth } from './terminal-width';
import type { Language } from './messages/define-messages';

const CHINESE = /\p{Script=Han}/u;

function programIn(language: Language): Command {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const readConfig = (): never => {
    throw new Error('help needs no settings');
  };
  const context = new CommandContext(new Output(streams), language, {
    readConfig,
    command: '',
    stderr: streams.stderr,
  });
  return buildProgram(context, streams);
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** What a person reads of a command: all descriptions, his own language's. */
function descriptionsOf(command: Command): string[] {
  const [help] = command.createHelp().visibleOptions(command).slice(-1);
  return [
    command.description(),
    ...(command.summary() === '' ? [] : [command.summary()]),
    ...command.registeredArguments.map((argument) => argument.description),
    ...command.options.map((option) => option.description),
    help?.description ?? '',
  ];
}

/** Every command by its words, such as `market import`. */
const COMMANDS = allCommands(programIn('en')).map((command) => {
  const words: string[] = [];
  for (let at = command; at.parent !== null; at = at.parent) words.unshift(at.name());
  return words.join(' ');
});

function find(program: Command, words: string): Command {
  let command: Command | undefined = program;
  for (const word of words.split(' ').filter((one) => one !== '')) {
    command = command?.commands.find((child) => child.name() === word);
  }
  if (command === undefined) throw new Error(`there is no command ${words}`);
  return command;
}

it('the help contains every command of the operator', () => {
  expect(COMMANDS.filter((words) => words !== '' && find(programIn('en'), words).commands.length === 0).sort()).toEqual(
    [
      'ai continue',
      'ai drain',
      'api-keys create',
      'api-keys list',
      'api-keys revoke',
      'backup list',
      'backup verify',
      'completion',
      'cyq sync',
      'market audit',
      'market doctor',
      'market import',
      'market status',
      'market sync',
      'mcp',
      'restore',
      'scan run',
      'screen check',
      'screen list',
      'screen run',
      'seo import',
      'seo undo',
      'sessions rebuild',
      'study run',
      'study show',
      'users create',
      'users disable',
      'users list',
      'users reset-password',
    ],
  );
});

describe.each(COMMANDS)('help of "%s"', (words) => {
  it('is Chinese in Chinese, with no English left', () => {
    const command = find(programIn('zh'), words);
    for (const description of descriptionsOf(command)) expect(description).toMatch(CHINESE);
    const text = command.helpInformation();
    expect(text).not.toMatch(
      /\b(?:Usage|Options|Commands|Arguments|default|choices|options|command)\b[:\]]?(?! stock)/,
    );
    expect(text).toMatch(/^用法：/);
  });

  it('is English in English', () => {
    const command = find(programIn('en'), words);
    for (const description of descriptionsOf(command)) expect(description).toMatch(/^[^\p{Script=Han}]{3,}$/u);
    expect(command.helpInformation()).not.toMatch(CHINESE);
  });

  it.each(['zh', 'en'] as const)('fits into 80 columns (%s)', (language) => {
    for (const line of find(programIn(language), words).helpInformation().split('\n')) {
      expect(terminalWidth(line)).toBeLessThanOrEqual(80);
    }
  });
});

describe('wrapping', () => {
  it('breaks between words, and between Chinese characters, but never before a mark', () => {
    expect(wrapped('one two three', 8)).toBe('one two\nthree');
    expect(wrapped('停用用户，结束登录', 8)).toBe('停用用\n户，结束\n登录');
    expect(wrapped('格式（可选）', 6)).toBe('格式\n（可\n选）');
  });

  it('keeps existing lines', () => {
    expect(wrapped('a\nb', 20)).toBe('a\nb');
  });
});
