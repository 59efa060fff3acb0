import { createHash, type Hash } from 'node:crypto';
import type { Client } from 'pg';
import type { SqlRunner } from '#lib/database';
import { countRows, readIdentities, readMigrations, readReferences, readTables } from './persistence/catalog.query';
import { type BackedUpTable, type BackupHeader, formatEndLine, formatHeaderLine } from './domain/backup-header';
import { copyOut, toCopyStatement } from './persistence/copy.query';
import { sortByDependency } from './domain/dependency-order';
import { LEFT_OUT_TABLES } from './domain/left-out-tables';

/** Rows come one by one; in pieces of this size they cost the compressor no time. */
const PIECE_BYTES = 256 * 1024;

/** The line behind a table's rows. No row reads so: COPY doubles a backslash. */
export const ROWS_END = '\\.\n';

/**
 * The header's content of a backup made from the snapshot of `sql`.
 * @param ours The tables that the migrations make; nothing else goes into a backup.
 */
export async function describeContent(sql: SqlRunner, ours: readonly string[]): Promise<Omit<BackupHeader, 'format'>> {
  const columns = await readTables(sql);
  const names = ours.filter((name) => columns.has(name) && !LEFT_OUT_TABLES.includes(name));
  const tables: BackedUpTable[] = [];
  for (const name of sortByDependency(names, await readReferences(sql))) {
    tables.push({ name, columns: columns.get(name) ?? [], rows: await countRows(sql, name) });
  }
  const identities = await readIdentities(sql, ours);
  return {
    createdAt: new Date().toISOString(),
    migrations: await readMigrations(sql),
    tables,
    identities: identities.map(({ table, column, next }) => ({ table, column, next })),
  };
}

/** The whole text of a backup, piece by piece. @param onRows called with rows that went by. */
export async function* backupContent(
  client: Client,
  content: Omit<BackupHeader, 'format'>,
  onRows: (table: string, rows: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield hashed(hash, Buffer.from(formatHeaderLine(content)));
  for (const table of content.tables) {
    yield hashed(hash, Buffer.from(`${toCopyStatement(table)};\n`));
    for await (const { piece, rows } of readRows(client, table)) {
      yield hashed(hash, piece);
      onRows(table.name, rows);
    }
    yield hashed(hash, Buffer.from(ROWS_END));
  }
  yield Buffer.from(formatEndLine(hash.digest('hex')));
}

/** A table's rows as COPY writes them. @throws if they are not as many as were counted in the same snapshot. */
async function* readRows(client: Client, table: BackedUpTable): AsyncGenerator<{ piece: Buffer; rows: number }> {
  const stream = copyOut(client, table);
  let gathered: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    const piece = Buffer.concat(gathered, bytes);
    const count = countLines(piece);
    rows += count;
    yield { piece, rows: count };
    [gathered, bytes] = [[], 0];
  }
  const piece = Buffer.concat(gathered, bytes);
  const count = countLines(piece);
  rows += count;
  yield { piece, rows: count };
  if (rows !== table.rows) throw new Error(`${table.name} gave ${rows} rows of ${table.rows}`);
}

function hashed(hash: Hash, piece: Buffer): Buffer {
  hash.update(piece);
  return piece;
}

/** Line ends; within a row COPY writes them as two characters. */
export function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1;
  return lines;
}
