import type { DataSource } from 'typeorm';
import { AppError } from '#lib/kernel';

const MINIMUM_SERVER_VERSION = 140_000;

/** Advisory lock that serialises migrations of one database across processes ("stock-cycle" in the ASCII of its initials). */
const MIGRATION_LOCK = 0x5343_4d47;

/**
 * Checks that the server can hold our data: PostgreSQL 14 or later, the extension `pg_trgm`, and a character type under
 * which Chinese text has trigrams (under `LC_CTYPE=C` it has none, and every search by name would read the whole table).
 * Creates the extension where it is missing.
 * @throws AppError `database_unsuitable` with one sentence.
 */
export async function checkServer(dataSource: DataSource): Promise<void> {
  const [version] = await dataSource.query<{ number: number; text: string }[]>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  );
  if (version === undefined || version.number < MINIMUM_SERVER_VERSION) {
    throw unsuitable(`PostgreSQL 14 or later is needed, the server is ${version?.text ?? 'unknown'}`);
  }
  try {
    await dataSource.query('create extension if not exists pg_trgm');
  } catch (cause) {
    throw unsuitable(
      'the extension pg_trgm is missing; install it or let an administrator run "create extension pg_trgm"',
      cause,
    );
  }
  const [trigrams] = await dataSource.query<{ count: number }[]>(`select cardinality(show_trgm('平安银行')) as count`);
  if (trigrams === undefined || trigrams.count === 0) {
    throw unsuitable(
      'the database has a character type (LC_CTYPE) without Chinese letters; create it with LC_CTYPE C.UTF-8',
    );
  }
}

/**
 * Brings the schema up to date, once however many processes start together.
 * @throws AppError `database_newer` where the database was migrated by a newer build.
 */
export async function migrate(dataSource: DataSource): Promise<{ applied: string[] }> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewerDatabase(dataSource);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return { applied: applied.map((migration) => migration.name) };
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
  }
}

/** Names of this build's migrations that the database lacks. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = new Set(await appliedMigrations(dataSource));
  return dataSource.migrations.map((migration) => nameOf(migration)).filter((name) => !applied.has(name));
}

async function refuseNewerDatabase(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map((migration) => nameOf(migration)));
  const unknown = (await appliedMigrations(dataSource)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new AppError(
      'precondition_failed',
      'database_newer',
      `the database was migrated by a newer build (${unknown.join(', ')}); start that build instead`,
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

function unsuitable(message: string, cause?: unknown): AppError {
  return new AppError('precondition_failed', 'database_unsuitable', message, { cause });
}
