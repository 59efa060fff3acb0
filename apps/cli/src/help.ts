import type { Argument, Command, Help, Option } from 'commander';
import { padToWidth, terminalWidth } from './terminal-width';
import { type Language, translate } from './messages/define-messages';
import { PROGRAM_MESSAGES } from './messages/program.messages';

/** Words, Chinese characters one by one; marks stay with what they stand behind, an opening bracket with what follows. */
const PIECES = /\s*[（“]?(?:[\x21-\x7e’]+|[^\s\x21-\x7e])[，。；：、）”？！…]*/gu;

/** How help reads in `language`: its headings, and lines that know how wide Chinese characters are. */
export function helpIn(language: Language): Partial<Help> {
  const words = translate(PROGRAM_MESSAGES, language);
  const titles: Readonly<Record<string, string>> = {
    'Usage:': words.usage,
    'Arguments:': words.arguments,
    'Options:': words.options,
    'Global Options:': words.globalOptions,
    'Commands:': words.commands,
  };
  const placeholders = (text: string): string =>
    text.replace('[options]', words.anyOptions).replace('[command]', words.anyCommand);
  const described = (description: string, extras: readonly string[]): string =>
    extras.length === 0 ? description : description + words.inBrackets(extras.join(language === 'zh' ? '；' : '; '));
  return {
    showGlobalOptions: true,
    displayWidth: terminalWidth,
    boxWrap: wrapped,
    styleTitle: (title) => titles[title] ?? title,
    styleUsage: placeholders,
    styleSubcommandTerm: placeholders,
    subcommandDescription: (command: Command) =>
      described(
        command.summary() || command.description(),
        command.commands.length === 0 ? [] : [words.listed(command.commands.map((child) => child.name()))],
      ),
    optionDescription: (option: Option) => described(option.description, listExtras(option)),
    argumentDescription: (argument: Argument) => described(argument.description, listExtras(argument)),
    formatItem: (term, termWidth, description, help) => itemLine(term, termWidth, description, help.helpWidth ?? 80),
  };

  function listExtras({ argChoices, defaultValue }: Pick<Option | Argument, 'argChoices' | 'defaultValue'>): string[] {
    const value: unknown = defaultValue;
    return [
      ...(argChoices === undefined ? [] : [words.choices(words.listed(argChoices))]),
      ...(typeof value === 'string' || typeof value === 'number' ? [words.fallback(String(value))] : []),
    ];
  }
}

/** Text in lines of at most `width` cells. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const [piece] of paragraph.matchAll(PIECES)) {
        if (line !== '' && terminalWidth(line + piece) > width) {
          lines.push(line);
          line = piece.trimStart();
        } else line += piece;
      }
      return [...lines, line].join('\n');
    })
    .join('\n');
}

/** A term with its description beside it. */
function itemLine(term: string, termWidth: number, description: string, width: number): string {
  if (description === '') return `  ${term}`;
  const indent = termWidth + 4;
  const lines = wrapped(description, Math.max(24, width - indent)).split('\n');
  return `  ${padToWidth(term, termWidth, 'left')}  ${lines.join(`\n${' '.repeat(indent)}`)}`;
}
