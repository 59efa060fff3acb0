import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { AppError } from '#lib/kernel';
import { isLockTimeout } from './pg-error';
import { unsuitable } from './unsuitable';

const MINIMUM_SERVER_VERSION = 140_000;

/** Advisory lock that serialises migrations of one database across processes ("stock-cycle" in the ASCII of its initials). */
const MIGRATION_LOCK = 0x5343_4d47;

/**
 * Checks that the server can hold our data: PostgreSQL 14 or later, the extension `pg_trgm`, and a character type under
 * which Chinese text has trigrams (under `LC_CTYPE=C` it has none, and every search by name would read the whole table).
 * Creates the extension if it is missing.
 * @throws AppError `database_unsuitable` with one sentence.
 */
export async function checkServer(dataSource: DataSource): Promise<void> {
  const [version] = await dataSource.query<{ number: number; text: string }[]>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  );
  if (version === undefined || version.number < MINIMUM_SERVER_VERSION) {
    const serverVersion = version?.text ?? 'unknown';
    throw unsuitable(`PostgreSQL 14 or later is needed, the server is ${serverVersion}`, {
      details: { serverVersion },
    });
  }
  try {
    await dataSource.query('create extension if not exists pg_trgm');
  } catch (cause) {
    throw unsuitable(
      'the extension pg_trgm is missing; install it or let an administrator run "create extension pg_trgm"',
      { cause },
    );
  }
  const [trigrams] = await dataSource.query<{ count: number }[]>(`select cardinality(show_trgm('平安银行')) as count`);
  if (trigrams === undefined || trigrams.count === 0) {
    throw unsuitable(
      'the database has a character type (LC_CTYPE) without Chinese letters; create it with LC_CTYPE C.UTF-8',
    );
  }
}

export interface MigrateOptions {
  /**
   * How long a migration waits for a table that somebody uses. While it waits, everybody else's statements on that table
   * wait behind it, so this is short. Default 3 s.
   */
  readonly lockTimeoutMs?: number;
  /** How long it leaves the table to the others before it requests it again. Default 5 s. */
  readonly pauseMs?: number;
  /** After this time without a migration it fails. A backup may hold every table for minutes. Default 30 min. */
  readonly timeoutMs?: number;
  /** Called with a sentence each time that somebody holds a table. */
  readonly report?: (sentence: string) => void;
}

/**
 * Brings the schema up to date, once however many processes start together, while the build before goes on working: each
 * migration is a transaction, and one that can't get its locks soon is taken back and repeated.
 * @throws AppError `database_newer` if the database was migrated by a newer build, `migration_blocked`.
 */
export async function migrate(dataSource: DataSource, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await rejectNewerDatabase(dataSource);
    const before = new Set(await appliedMigrations(dataSource));
    await runner.query(`select set_config('lock_timeout', $1, false)`, [String(options.lockTimeoutMs ?? 3000)]);
    await applyPending(dataSource, runner, options);
    return { applied: (await appliedMigrations(dataSource)).filter((name) => !before.has(name)) };
  } finally {
    await runner.query('reset lock_timeout').catch(() => undefined);
    await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.release();
  }
}

async function applyPending(
  dataSource: DataSource,
  runner: QueryRunner,
  { pauseMs = 5000, timeoutMs: patienceMs = 1_800_000, report: say = () => undefined }: MigrateOptions,
): Promise<void> {
  let giveUpAt = Date.now() + patienceMs;
  let left = Infinity;
  for (;;) {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const pending = await pendingMigrations(dataSource);
      if (pending.length < left) giveUpAt = Date.now() + patienceMs;
      left = pending.length;
      if (Date.now() >= giveUpAt) throw blocked(pending[0] ?? '', error);
      say(
        `The migration ${pending[0] ?? ''} waits for a table that another program uses, such as a backup; it is repeated.`,
      );
      await sleep(pauseMs);
    }
  }
}

/**
 * Rejects a database that is not at the schema of this build; changes nothing.
 * @throws AppError `database_older`, `database_newer`.
 */
export async function requireCurrentSchema(dataSource: DataSource): Promise<void> {
  await rejectNewerDatabase(dataSource);
  const pending = await pendingMigrations(dataSource);
  if (pending.length === 0) return;
  throw new AppError(
    'precondition_failed',
    'database_older',
    `the database of DATABASE_URL is not at the schema of this build (it lacks ${pending.length} migrations); ` +
      'npm start or prepare.js migrates it, a backup before that is made with the build that it has',
    { details: { pending: pending.length } },
  );
}

/** Names of this build's migrations that the database lacks. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = new Set(await appliedMigrations(dataSource));
  return dataSource.migrations.map((migration) => nameOf(migration)).filter((name) => !applied.has(name));
}

async function rejectNewerDatabase(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map((migration) => nameOf(migration)));
  const unknown = (await appliedMigrations(dataSource)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new AppError(
      'precondition_failed',
      'database_newer',
      `the database was migrated by a newer build (${unknown.join(', ')}); start that build instead`,
      { details: { names: unknown.join(', ') } },
    );
  }
}

async function appliedMigrations(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ present: boolean }[]>(
    `select to_regclass('public.migration') is not null as present`,
  );
  if (table?.present !== true) return [];
  const rows = await dataSource.query<{ name: string }[]>('select name from migration order by id');
  return rows.map((row) => row.name);
}

function nameOf(migration: { name?: string; constructor: { name: string } }): string {
  return migration.name ?? migration.constructor.name;
}

function blocked(name: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'migration_blocked',
    `the migration ${name} did not get the tables that it changes; see who holds them in pg_stat_activity and start again`,
    { cause },
  );
}
