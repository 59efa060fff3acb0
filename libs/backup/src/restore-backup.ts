import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { recordAct } from '#lib/audit-trail';
import { isLockTimeout, type SqlRunner, type StreamConnection } from '#lib/database';
import { AppError } from '#lib/kernel';
import { queueUnfinishedAgain } from '#lib/queue';
import { countLines } from './backup-content';
import { BackupReader, damaged } from './backup-reader';
import { beginRestore, endRestore } from './persistence/backup-transaction.query';
import { readIdentities, readTables } from './persistence/catalog.query';
import { copyIn, toCopyStatement } from './persistence/copy.query';
import {
  dropTables,
  forgetMigrations,
  noteMigration,
  selectTablesInUse,
  setSequence,
  truncateTables,
} from './persistence/restore.query';
import { type BackedUpTable, type BackupHeader, requireKnownMigrations, sumRows } from './domain/backup-header';
import { LEFT_OUT_TABLES } from './domain/left-out-tables';
import type { KnownSchema } from './known-schema';
import { requireUnused } from './restore-target';
import type { BackupProgress } from './write-backup';

export interface RestoreRequest {
  readonly connection: StreamConnection;
  readonly file: string;
  readonly schema: KnownSchema;
  /** Whether what the database holds is given up. */
  readonly replace: boolean;
  /** Whether it restores under a running server. */
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackupProgress) => void;
}

export interface RestoreReport {
  readonly file: string;
  /** When the backup was made. */
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  /** Migrations that the backup's schema lacked. */
  readonly migrated: number;
  /** Unfinished jobs that were queued again. */
  readonly jobs: number;
  /** Tables of the backup that no migration makes. Earlier builds saved what they found, staging tables too. */
  readonly leftOut: readonly string[];
}

/**
 * Makes the database what it was when the backup was made: the schema of that moment, the rows, then the migrations since.
 * One transaction: if anything fails, nothing has changed, and the caller cuts the connection.
 * @throws AppError `not_a_backup`, `backup_damaged`, `backup_newer`, `server_running`, `database_not_empty`,
 * `database_busy`.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { connection, file, replace, force, schema } = request;
  const { sql } = connection;
  const reader = await BackupReader.open(file);
  try {
    const header = await reader.header();
    const known = knownMigrations(schema.migrations);
    requireKnownMigrations(header, [...known.keys()]);
    if (!force) await requireUnused(sql);
    const there = await readTables(sql);
    const ours = schema.tables.filter((name) => there.has(name));
    if (!replace) await requireEmpty(sql, ours);
    await beginRestore(sql);
    const nextWakeUp = await readNextValue(sql, 'job_outbox');
    const tables = await makeSchema(sql, ours, header.migrations, known);
    const leftOut = await fill(request, header, tables, reader);
    await reader.requireIntact();
    const had = new Set(header.migrations);
    const missing = [...known.keys()].filter((name) => !had.has(name));
    for (const name of missing) await apply(sql, name, known);
    await setIdentities(sql, header, schema.tables, nextWakeUp);
    const jobs = await queueUnfinishedAgain(sql);
    await recordAct(sql, {
      action: 'database.restored',
      subject: basename(file),
      details: { createdAt: header.createdAt },
    });
    await endRestore(sql);
    const restored = header.tables.filter(({ name }) => tables.has(name));
    return {
      file,
      createdAt: header.createdAt,
      tables: restored.length,
      rows: sumRows({ tables: restored }),
      migrated: missing.length,
      jobs,
      leftOut,
    };
  } finally {
    await reader.close();
  }
}

type Migrations = ReadonlyMap<string, MigrationInterface>;

function knownMigrations(classes: KnownSchema['migrations']): Migrations {
  return new Map(
    classes.map((Migration) => {
      const migration = new Migration();
      return [migration.name ?? Migration.name, migration];
    }),
  );
}

async function requireEmpty(sql: SqlRunner, ours: readonly string[]): Promise<void> {
  const tables = await selectTablesInUse(sql, ours);
  if (tables.length === 0) return;
  const names = tables.slice(0, 5).join(', ') + (tables.length > 5 ? ', …' : '');
  throw AppError.conflict(
    'database_not_empty',
    `the database is not empty (${names}); --replace --yes gives up what it holds`,
    { names },
  );
}

/**
 * Drops our tables and makes them again as the backup's build had them. Tables of others stay.
 * @returns the tables that were made, with their columns.
 */
async function makeSchema(
  sql: SqlRunner,
  ours: readonly string[],
  names: readonly string[],
  known: Migrations,
): Promise<ReadonlyMap<string, readonly string[]>> {
  try {
    await dropTables(sql, ours);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw AppError.conflict('database_busy', 'another program works on the database; stop it and try again');
  }
  const ofOthers = await readTables(sql);
  await forgetMigrations(sql);
  for (const name of names) await apply(sql, name, known);
  return new Map([...(await readTables(sql))].filter(([name]) => !ofOthers.has(name)));
}

async function apply(sql: SqlRunner, name: string, known: Migrations): Promise<void> {
  // Migrations of ours run statements, and use nothing else of TypeORM's runner.
  await known.get(name)?.up(sql as unknown as QueryRunner);
  await noteMigration(sql, name);
}

/** @returns the tables of the backup that are not among those `there`. */
async function fill(
  request: RestoreRequest,
  header: BackupHeader,
  there: ReadonlyMap<string, readonly string[]>,
  reader: BackupReader,
): Promise<string[]> {
  const { connection, onProgress } = request;
  const { sql } = connection;
  requireSuitable(header, there);
  // A migration may have put rows into its table.
  await truncateTables(sql, [...there.keys()]);
  const total = sumRows(header);
  const leftOut: string[] = [];
  let done = 0;
  for (const table of header.tables) {
    if ((await reader.line()) !== `${toCopyStatement(table)};`) throw damaged(`${table.name} is missing`);
    const onRows = (rows: number): void => {
      done += rows;
      onProgress({ table: table.name, done, total });
    };
    if (there.has(table.name)) {
      await fillTable(request, table, reader, onRows);
    } else {
      for await (const piece of reader.rows()) onRows(countLines(piece));
      leftOut.push(table.name);
    }
  }
  return leftOut;
}

async function fillTable(
  { connection, signal }: RestoreRequest,
  table: BackedUpTable,
  reader: BackupReader,
  onRows: (rows: number) => void,
): Promise<void> {
  async function* rows(): AsyncGenerator<Buffer> {
    for await (const piece of reader.rows()) {
      yield piece;
      onRows(countLines(piece));
    }
  }
  const copy = copyIn(connection.client, table);
  try {
    await pipeline(Readable.from(rows(), { objectMode: false }), copy, { signal });
  } catch (error) {
    throw isBadRow(error) ? damaged(`a row of ${table.name} can't be read`) : error;
  }
  if (copy.rowCount !== table.rows) throw damaged(`${table.name} has ${copy.rowCount} rows of ${table.rows}`);
}

/** PostgreSQL's errors for text that is no row of the table: data exceptions and broken constraints. */
function isBadRow(error: unknown): boolean {
  return /^(?:22|23)/.test(getSqlState(error));
}

function getSqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Every table that the backup's schema has is in it, with columns that fit. More than that does no harm. */
function requireSuitable(header: BackupHeader, there: ReadonlyMap<string, readonly string[]>): void {
  const given = new Set(header.tables.map(({ name }) => name));
  const missing = [...there.keys()].find((name) => !given.has(name) && !LEFT_OUT_TABLES.includes(name));
  if (missing !== undefined) {
    const unknown = [...given].filter((name) => !there.has(name)).map((name) => `${name} is not known here, `);
    throw damaged(`${unknown.join('')}${missing} is missing`);
  }
  for (const { name, columns } of header.tables) {
    const unknown = columns.find((column) => there.get(name)?.includes(column) === false);
    if (unknown !== undefined) throw damaged(`${name}.${unknown} is not known here`);
  }
}

/** Counts go on where they were, and wake-ups never below a number that the queue's store has seen. */
async function setIdentities(
  sql: SqlRunner,
  header: BackupHeader,
  tables: readonly string[],
  nextWakeUp: number,
): Promise<void> {
  const next = new Map(header.identities.map((identity) => [`${identity.table}.${identity.column}`, identity.next]));
  for (const { table, column, sequence } of await readIdentities(sql, tables)) {
    const value = next.get(`${table}.${column}`) ?? 1;
    await setSequence(sql, sequence, table === 'job_outbox' ? Math.max(value, nextWakeUp) : value);
  }
}

async function readNextValue(sql: SqlRunner, table: string): Promise<number> {
  return (await readIdentities(sql, [table]))[0]?.next ?? 1;
}
