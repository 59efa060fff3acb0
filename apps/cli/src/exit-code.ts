import { CommanderError } from 'commander';
import { ConfigError } from '#lib/config';
import { appErrorOfDatabase } from '#lib/database';
import { AppError } from '#lib/kernel';
import { UsageError } from './usage-error';

/** 0 all done, 1 refused or failed, 2 bad usage. */
export type ExitCode = 0 | 1 | 2;

export interface Complaint {
  exitCode: ExitCode;
  /** One sentence for a person; undefined where all has been said. */
  sentence: string | undefined;
}

/** What an error means to the person at the terminal: never a stack, never SQL. */
export function complaintOf(error: unknown): Complaint {
  // commander has written its own message already.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2, sentence: undefined };
  if (error instanceof UsageError) return { exitCode: 2, sentence: error.message };
  if (error instanceof ConfigError || error instanceof AppError) return { exitCode: 1, sentence: error.message };
  const known = appErrorOfDatabase(error);
  if (known !== undefined) return { exitCode: 1, sentence: known.message };
  const reason = error instanceof Error ? error.message : String(error);
  return { exitCode: 1, sentence: `this should not have happened: ${reason.split('\n')[0] ?? ''}` };
}
