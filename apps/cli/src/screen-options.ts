import { AppError } from '#lib/kernel';
import { readFilters, type ScreenFilters } from '#lib/screens';
import type { NamedValues } from './arguments';
import type { CommandContext } from './command-context';
import { UsageError } from './usage-error';
import { SCREEN_MESSAGES } from './messages/screen.messages';

/** What was typed for `--filter`. @throws AppError `invalid_input` that names each wrong one. */
export function readTypedFilters(filters: NamedValues): Partial<ScreenFilters> {
  return readFilters(readLists(filters));
}

/** A parameter, filter or day that cannot be was typed wrong; another error stays what it is. */
export function asTypedWrong(error: unknown, context: CommandContext): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid' || isNotTyped(error)) return error;
  const wrong = (error.fields ?? []).map(({ field }) => asTyped(field));
  return new UsageError(context.words(SCREEN_MESSAGES).wrong(wrong, asTyped(error.message)), { cause: error });
}

/** `boards=main,star` is a list, of one board too. */
function readLists(filters: NamedValues): Record<string, unknown> {
  const { boards, ...others } = filters;
  return boards === undefined ? filters : { ...others, boards: String(boards).split(',') };
}

/** Names of a request as the options that they came from. */
function asTyped(text: string): string {
  return text
    .replaceAll(/\bparams\./g, '--param ')
    .replaceAll(/\bfilters\./g, '--filter ')
    .replaceAll(/\bcosts\./g, '--cost ');
}

/** Whether nothing that could have been typed would do: the formula takes too long, or the market has no bars at all. */
function isNotTyped({ code, details }: AppError): boolean {
  return code === 'run_too_long' || (code === 'no_data_in_span' && details?.['from'] === null);
}
