import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AppError } from '#lib/kernel';

const PROGRAM = join(__dirname, 'prepare.js');

/** What `prepare.ts` sends to who started it: the password of an administrator that it made, or why it failed. */
export type PreparationReport = { readonly generatedPassword?: string | undefined } | { readonly failure: string };

/**
 * Prepares the database in a process of its own, which ends with all that it needed: the supervisor stays as long as the program
 * runs. The environment names the database.
 * @returns the administrator's password where one was generated; undefined, too, where `signal` ended it.
 * @throws AppError with the sentence that says why the database can't be used.
 */
export async function prepareApart(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string | undefined> {
  const child = fork(PROGRAM, [], {
    env: environment,
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  });
  let report: PreparationReport | undefined;
  child.on('message', (message) => (report = message as PreparationReport));
  // It is told of an end by the signal.
  child.on('error', () => undefined);
  const [code, killedBy] = (await once(child, 'close').catch((error: unknown) => {
    if (signal.aborted) return [];
    throw error;
  })) as [number?, string?];
  if (signal.aborted) return undefined;
  if (report === undefined) {
    const reason = killedBy ?? `code ${String(code)}`;
    throw new AppError('internal', 'preparation_ended', `the preparation of the database ended early (${reason})`);
  }
  if ('failure' in report) throw new AppError('internal', 'database_not_prepared', report.failure);
  return report.generatedPassword;
}
