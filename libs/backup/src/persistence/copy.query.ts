import type { Client } from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackedUpTable } from '../domain/backup-header';

/** A name as SQL takes it, with any characters. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The statement that a backup holds before a table's rows, by which they are restored. */
export function toCopyStatement({ name, columns }: Pick<BackedUpTable, 'name' | 'columns'>): string {
  return `copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`;
}

/** Reads a table's rows as COPY writes them. */
export function copyOut(client: Client, { name, columns }: BackedUpTable): CopyToStreamQuery {
  return client.query(copyTo(`copy public.${quoteName(name)} (${columns.map(quoteName).join(', ')}) to stdout`));
}

/** Writes a table's rows as {@link copyOut} gave them. */
export function copyIn(client: Client, table: BackedUpTable): CopyStreamQuery {
  return client.query(copyFrom(toCopyStatement(table)));
}
