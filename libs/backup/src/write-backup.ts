import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { StreamConnection } from '#lib/database';
import { AppError } from '#lib/kernel';
import { backupContent, describeContent } from './backup-content';
import { type BackupHeader, sumRows } from './domain/backup-header';
import { beginSnapshot, endSnapshot } from './persistence/backup-transaction.query';
import type { KnownSchema } from './known-schema';
import { sweepUnfinished, unfinishedName } from './unfinished-files';
import { verifyBackup } from './verify-backup';

/** Half the time of the usual level 6 for a tenth more bytes. */
const GZIP_LEVEL = 4;

/** How far a backup or a restore is. */
export interface BackupProgress {
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

export interface BackupRequest {
  readonly connection: StreamConnection;
  readonly file: string;
  readonly schema: KnownSchema;
  /** Whether an existing file is replaced. */
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackupProgress) => void;
}

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes all of our tables, as they are in one moment, to a file that its owner alone may read. The file is there when it
 * is whole and has been read back, or not at all. Takes no lock that a running server would notice, and the same memory for any size. If
 * it fails the caller cuts the connection.
 * @throws AppError `backup_exists`, `folder_not_found`.
 */
export async function writeBackup(request: BackupRequest): Promise<BackupReport> {
  const { connection, file, schema, force, signal } = request;
  await requireTarget(file, force);
  await sweepUnfinished(file);
  const draft = unfinishedName(file);
  try {
    await beginSnapshot(connection.sql);
    const content = await describeContent(connection.sql, schema.tables);
    await pipeline(
      backupContent(connection.client, content, createProgress(content, request)),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
      { signal },
    );
    await endSnapshot(connection.sql);
    await syncToDisk(draft);
    await verifyBackup({ file: draft, schema, signal });
    await requireTarget(file, force);
    const { size: bytes } = await stat(draft);
    await rename(draft, file);
    return { file, bytes, createdAt: content.createdAt, tables: content.tables.length, rows: sumRows(content) };
  } finally {
    await rm(draft, { force: true });
  }
}

async function requireTarget(file: string, force: boolean): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true) {
    throw new AppError('not_found', 'folder_not_found', `there is no folder ${dirname(file)}`, {
      details: { folder: dirname(file) },
    });
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || (force && found.isFile())) return;
  throw AppError.conflict('backup_exists', `there is a file ${file} already; --force replaces it`, { file });
}

function createProgress(content: Omit<BackupHeader, 'format'>, { onProgress }: BackupRequest) {
  const total = sumRows(content);
  let done = 0;
  return (table: string, rows: number): void => {
    done += rows;
    onProgress({ table, done, total });
  };
}

/** A file that is renamed before its content is on the disk may be empty after a power cut. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
