import { CommanderError } from 'commander';
import { ConfigError } from '#lib/config';
import { convertDatabaseError } from '#lib/database';
import { AppError } from '#lib/kernel';
import { badUsageSentence } from './bad-usage';
import { UsageError } from './usage-error';
import { describeInChinese, type Failure } from './messages/chinese-errors';
import { type Language, translate } from './messages/define-messages';
import { FAILURE_MESSAGES } from './messages/failure.messages';

/** 0 all done, 1 refused or failed, 2 bad usage. */
export type ExitCode = 0 | 1 | 2;

export interface Complaint {
  exitCode: ExitCode;
  /** One sentence for a person; undefined where all has been said. */
  sentence: string | undefined;
}

/** What an error means to the person at the terminal: never a stack, never SQL. */
export function formatError(error: unknown, language: Language): Complaint {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? 0 : 2, sentence: badUsageSentence(error, language) };
  }
  const expected = toExpectedError(error);
  if (expected !== undefined) {
    const failure = language === 'zh' ? toFailure(expected) : undefined;
    const sentence = (failure === undefined ? undefined : describeInChinese(failure)) ?? expected.message;
    return { exitCode: error instanceof UsageError ? 2 : 1, sentence };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { exitCode: 1, sentence: translate(FAILURE_MESSAGES, language).unexpected(reason.split('\n')[0] ?? '') };
}

/** An error with a message for people; undefined for what nobody foresaw. */
function toExpectedError(error: unknown): UsageError | ConfigError | AppError | undefined {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof AppError) return error;
  return convertDatabaseError(error);
}

function toFailure(error: UsageError | ConfigError | AppError): Failure | undefined {
  if (error instanceof ConfigError) return error.problem;
  const coded = error instanceof UsageError ? error.cause : error;
  return coded instanceof AppError ? { code: coded.code, details: coded.details ?? {} } : undefined;
}
