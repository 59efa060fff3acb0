import type { CommanderError } from 'commander';
import { type Language, translate } from './messages/define-messages';
import { FAILURE_MESSAGES } from './messages/failure.messages';

/** What was typed wrong, in one sentence; undefined where commander stopped for another reason, such as `--help`. */
export function badUsageSentence({ code, message }: CommanderError, language: Language): string | undefined {
  const words = translate(FAILURE_MESSAGES, language);
  const text = message.replace(/^error: /, '');
  const [first = '', second = ''] = [...text.matchAll(/'([^']*)'/g)].map((quoted) => quoted[1] ?? '');
  const meant = /\(Did you mean (?:one of )?(.+?)\?\)/.exec(text)?.[1];
  const guess = meant === undefined ? '' : words.meant(meant);
  switch (code) {
    case 'commander.unknownOption':
      return words.unknownOption(first) + guess;
    case 'commander.unknownCommand':
      return words.unknownCommand(first) + guess;
    case 'commander.missingArgument':
      return words.missingArgument(first);
    case 'commander.optionMissingArgument':
      return words.missingValue(first);
    case 'commander.missingMandatoryOptionValue':
      return words.missingOption(first);
    case 'commander.excessArguments': {
      const [, wanted = '', given = ''] = /Expected (\d+) arguments? but got (\d+)/.exec(text) ?? [];
      return words.tooMany(wanted, given);
    }
    case 'commander.invalidArgument': {
      const [, why = ''] = /' is invalid(?: for argument '[^']*')?\. ([^]*)$/.exec(text) ?? [];
      const reason = why.replace(/^Allowed choices are (.+)\.$/, (_, list: string) => words.choices(list));
      return text.startsWith('option ')
        ? words.badOption(first, second, reason)
        : words.badArgument(second, first, reason);
    }
    case 'commander.help':
    case 'commander.helpDisplayed':
      return undefined;
    default:
      return text;
  }
}
