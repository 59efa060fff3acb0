import { BackupReader, damaged } from './backup-reader';
import { requireKnownMigrations, sumRows } from './domain/backup-header';
import { LEFT_OUT_TABLES } from './domain/left-out-tables';
import { toCopyStatement } from './persistence/copy.query';
import { type KnownSchema, migrationNames } from './known-schema';

const TAB = 9;
const LINE_END = 10;

interface VerifyRequest {
  readonly file: string;
  readonly schema: KnownSchema;
  readonly signal: AbortSignal;
}

/** What was read back. */
export interface VerifyReport {
  readonly file: string;
  /** When the backup was made. */
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  /** Tables in it that no migration makes, as files of earlier builds can hold; a restore leaves them out. */
  readonly unknown: readonly string[];
}

/**
 * Reads a backup from its beginning to its end and changes nothing: every table of the schema that it names is in it, in
 * the order in which a restore fills them, each row has its columns, all are there, and the checksum is right.
 * @throws AppError `path_not_found`, `not_a_backup`, `backup_newer`, `backup_damaged`.
 */
export async function verifyBackup({ file, schema, signal }: VerifyRequest): Promise<VerifyReport> {
  const reader = await BackupReader.open(file);
  try {
    const header = await reader.header();
    const names = migrationNames(schema);
    requireKnownMigrations(header, names);
    const given = new Set(header.tables.map(({ name }) => name));
    // The tables of an older schema are known to a restore alone, which makes that schema.
    const ofThisBuild = names.every((name) => header.migrations.includes(name));
    const missing = schema.tables.find((name) => ofThisBuild && !given.has(name) && !LEFT_OUT_TABLES.includes(name));
    if (missing !== undefined) throw damaged(`${missing} is missing`);
    for (const table of header.tables) {
      if ((await reader.line()) !== `${toCopyStatement(table)};`) throw damaged(`${table.name} is missing`);
      let rows = 0;
      for await (const piece of reader.rows()) {
        signal.throwIfAborted();
        rows += countRows(piece, table.columns.length, table.name);
      }
      if (rows !== table.rows) throw damaged(`${table.name} has ${rows} rows of ${table.rows}`);
    }
    await reader.requireIntact();
    const { createdAt, tables } = header;
    const unknown = tables.map(({ name }) => name).filter((name) => ofThisBuild && !schema.tables.includes(name));
    return { file, createdAt, tables: tables.length, rows: sumRows(header), unknown };
  } finally {
    await reader.close();
  }
}

/** COPY separates columns by tabs and rows by line ends, and writes those within a value as two characters. */
function countRows(piece: Buffer, columns: number, table: string): number {
  let rows = 0;
  let tabs = 0;
  let at = 0;
  // By index: a buffer's iterator takes ten times as long.
  while (at < piece.length) {
    const byte = piece[at];
    at += 1;
    if (byte === TAB) tabs += 1;
    else if (byte === LINE_END) {
      if (tabs !== columns - 1) throw damaged(`a row of ${table} can't be read`);
      rows += 1;
      tabs = 0;
    }
  }
  return rows;
}
