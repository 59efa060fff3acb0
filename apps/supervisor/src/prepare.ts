import { ConfigError, loadConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { redactText } from '#lib/observability';
import { listenerThatReads, prepareDatabase } from './prepare-database';

/** The supervisor's first step as a program of its own, for places where containers take the supervisor's role. */
async function main(): Promise<void> {
  const config = loadConfig();
  if (config.databaseDirectUrl === undefined) throw new ConfigError('DATABASE_URL must be set to prepare a database');
  const listener = listenerThatReads(config, (sentence) => process.stdout.write(`${sentence}\n`));
  await prepareDatabase(config, config.databaseDirectUrl, listener);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof AppError;
  const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${redactText(`The database can't be prepared: ${text}`)}\n`);
  process.exitCode = 1;
});
