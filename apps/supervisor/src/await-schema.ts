import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, loadConfig } from '#lib/config';
import { convertDatabaseError, openDataSource, pendingMigrations } from '#lib/database';
import { AppError, messageOf } from '#lib/kernel';
import { showSourcePlaces } from '#lib/observability';
import { MIGRATIONS } from '#lib/schema';

const LOOK_EVERY_MS = 2000;
const LONGEST_WAIT_MS = 3_600_000;
const STATEMENT_TIMEOUT_MS = 5000;

/**
 * Ends when the database has every migration of this build, which another program applies: a pod's first container, so that
 * a new build never works on an old schema. A schema that is newer is fine: migrations only add (docs/upgrades.md).
 */
async function main(): Promise<void> {
  showSourcePlaces();
  const { databaseDirectUrl } = loadConfig();
  if (databaseDirectUrl === undefined) throw new ConfigError('DATABASE_URL must be set to wait for its schema');
  const end = Date.now() + LONGEST_WAIT_MS;
  let said = '';
  for (;;) {
    const lacking = await whatIsLacking(databaseDirectUrl);
    if (lacking === undefined) return;
    if (lacking !== said) process.stdout.write(`Waiting: ${lacking}\n`);
    said = lacking;
    if (Date.now() > end) throw new ConfigError(`the schema did not become current: ${lacking}`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function whatIsLacking(url: string): Promise<string | undefined> {
  try {
    const dataSource = await openDataSource({
      url,
      entities: [],
      migrations: MIGRATIONS,
      applicationName: 'stock-cycle-await-schema',
      poolSize: 1,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    const pending = await pendingMigrations(dataSource).finally(() => dataSource.destroy());
    return pending.length === 0 ? undefined : `the database lacks ${pending.join(', ')}`;
  } catch (error) {
    const away = convertDatabaseError(error);
    if (away?.retryable !== true) throw error;
    return away.message;
  }
}

main().catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof AppError;
  const text = error instanceof Error && !isKnown ? error.stack : messageOf(error);
  process.stderr.write(`the schema can't be waited for: ${text ?? messageOf(error)}\n`);
  process.exitCode = 1;
});
