import { AppError } from '#lib/kernel';

/** The beginning of every backup; what follows them on the line is the header as JSON. */
const HEADER_MARK = '-- Stock Cycle backup ';
const END_MARK = '-- end ';
const FORMAT = 1;

/** A table as it lies in a backup. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** The next value that a column counts itself. */
export interface IdentityColumn {
  readonly table: string;
  readonly column: string;
  readonly next: number;
}

/** What a backup contains before its rows. */
export interface BackupHeader {
  readonly format: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Names of the migrations that its schema had, in their order. */
  readonly migrations: readonly string[];
  /** In the order in which they can be filled. */
  readonly tables: readonly BackedUpTable[];
  readonly identities: readonly IdentityColumn[];
}

export function formatHeaderLine(header: Omit<BackupHeader, 'format'>): string {
  return `${HEADER_MARK}${JSON.stringify({ format: FORMAT, ...header })}\n`;
}

/** @throws AppError `not_a_backup`, or `backup_newer` if the format is of a later build. */
export function parseHeaderLine(line: string): BackupHeader {
  const header = line.startsWith(HEADER_MARK) ? parsed(line.slice(HEADER_MARK.length)) : undefined;
  if (typeof header !== 'object' || header === null || !('format' in header)) throw notABackup();
  if (typeof header.format === 'number' && header.format > FORMAT) {
    throw new AppError('precondition_failed', 'backup_newer', 'the backup was made by a newer build; use that build');
  }
  if (!isHeader(header)) throw notABackup();
  return header;
}

/** @param sha256 of every byte before this line. */
export function formatEndLine(sha256: string): string {
  return `${END_MARK}${JSON.stringify({ sha256 })}\n`;
}

/** @returns the checksum; undefined if this is no end line. */
export function parseEndLine(line: string): string | undefined {
  const end = line.startsWith(END_MARK) ? parsed(line.slice(END_MARK.length)) : undefined;
  return typeof end === 'object' && end !== null && 'sha256' in end && typeof end.sha256 === 'string'
    ? end.sha256
    : undefined;
}

export function sumRows(header: Pick<BackupHeader, 'tables'>): number {
  return header.tables.reduce((sum, table) => sum + table.rows, 0);
}

/**
 * @param known The migrations of this build.
 * @throws AppError `backup_newer` if the backup's schema had others.
 */
export function requireKnownMigrations(header: Pick<BackupHeader, 'migrations'>, known: readonly string[]): void {
  const unknown = header.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const names = unknown.join(', ');
  throw new AppError(
    'precondition_failed',
    'backup_newer',
    `the backup was made by a newer build (${names}); use that build`,
    { details: { names } },
  );
}

function notABackup(): AppError {
  return new AppError('invalid', 'not_a_backup', 'the file is not a backup of Stock Cycle');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isHeader(value: object): value is BackupHeader {
  const { createdAt, migrations, tables, identities } = value as Partial<Record<keyof BackupHeader, unknown>>;
  return (
    typeof createdAt === 'string' &&
    isList(migrations, (name) => typeof name === 'string') &&
    isList(tables, isTable) &&
    isList(identities, isIdentity)
  );
}

function isTable(value: unknown): boolean {
  const { name, columns, rows } = (value ?? {}) as Partial<Record<keyof BackedUpTable, unknown>>;
  return typeof name === 'string' && isList(columns, (column) => typeof column === 'string') && isCount(rows);
}

function isIdentity(value: unknown): boolean {
  const { table, column, next } = (value ?? {}) as Partial<Record<keyof IdentityColumn, unknown>>;
  return typeof table === 'string' && typeof column === 'string' && isCount(next);
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
