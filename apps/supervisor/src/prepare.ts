import { ConfigError, loadConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { redactText, showSourcePlaces } from '#lib/observability';
import type { PreparationReport } from './preparation';
import { listenerThatReads, prepareDatabase } from './prepare-database';

/**
 * The program's first step as a program of its own: the supervisor starts it, and containers do that take the supervisor's role.
 */
async function main(): Promise<void> {
  showSourcePlaces();
  const config = loadConfig();
  if (config.databaseDirectUrl === undefined) throw new ConfigError('DATABASE_URL must be set to prepare a database');
  // The supervisor died: its database is about to go.
  process.once('disconnect', endEarly);
  const listener = listenerThatReads(config, (sentence) => process.stdout.write(`${sentence}\n`));
  const { generatedPassword } = await prepareDatabase(config, config.databaseDirectUrl, listener);
  report({ generatedPassword });
}

function endEarly(): void {
  process.exit(1);
}

/** Tells the supervisor, where it is who started us. */
function report(outcome: PreparationReport): void {
  process.off('disconnect', endEarly);
  if (process.connected) process.send?.(outcome, () => process.disconnect());
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof AppError;
  const text = redactText(
    error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error),
  );
  process.exitCode = 1;
  if (process.connected && known) {
    report({ failure: text });
    return;
  }
  process.stderr.write(`The database can't be prepared: ${text}\n`);
  report({ failure: 'the database could not be prepared; the error stands above' });
});
