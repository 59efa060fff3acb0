import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import { splitIntoChunks } from './split-into-chunks';
import { deleteOldUploads, insertChunk, selectChunk, selectHead } from './persistence/upload-chunks.query';
import { Upload } from './persistence/upload.entity';
import { decodeText, detectEncoding } from './text-encoding';

/** Large enough that a file is few rows, small enough that a process holds many at once. */
const CHUNK_BYTES = 256 * 1024;

/** What is left after a day, and no job in flight will read, has nobody who waits for it. */
const KEPT_HOURS = 24;

export interface StagedUpload {
  uploadId: number;
  /** SHA-256 of the content, in hex. */
  digest: string;
  bytes: number;
}

/** Files between a request and the job that reads them: in PostgreSQL, so that API and worker may be on two machines. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Stores a stream as it comes, a few hundred kilobytes in memory at a time. What fails on the way leaves nothing behind.
   * @param limit in bytes; a file of the operator's own machine may be larger than `UPLOAD_MAX_BYTES`.
   * @throws AppError `body_too_large` above `limit`, `empty_file`.
   */
  async stage(
    source: AsyncIterable<Uint8Array>,
    userId: number,
    limit: number = this.config.uploadMaxBytes,
  ): Promise<StagedUpload> {
    const uploads = this.database.repository(Upload);
    const upload = uploads.create({ userId });
    await uploads.insert(upload);
    try {
      const stored = await this.storeChunks(upload.id, withinLimit(source, limit));
      await uploads.update(upload.id, stored);
      return { uploadId: upload.id, ...stored };
    } catch (error) {
      await this.discard(upload.id);
      throw error;
    }
  }

  /** Marks an upload as whole, with the job that will read it in the same transaction. */
  async complete(tx: Transaction, uploadId: number, jobId: number): Promise<void> {
    await tx.repository(Upload).update(uploadId, { completedAt: () => 'now()', jobId });
  }

  /**
   * The bytes of a whole upload, read from the database as they are consumed. Compared with what was sent when the last of
   * them is read. @throws AppError `upload_gone`, `upload_damaged`.
   */
  open(uploadId: number): Readable {
    return Readable.from(this.chunks(uploadId), { objectMode: false });
  }

  /** The first bytes of an upload, up to `length`. @throws AppError `upload_gone`. */
  async head(uploadId: number, length: number): Promise<Uint8Array> {
    const head = await selectHead(this.database, uploadId, length);
    if (head === undefined) throw uploadGone();
    return head;
  }

  /** The text of a whole upload, UTF-8, GBK, Windows-1252 or UTF-16, read chunk by chunk. @throws AppError `upload_gone`, `unreadable_file`. */
  async *openText(uploadId: number): AsyncGenerator<string> {
    yield* decodeText(this.open(uploadId), await detectEncoding(this.open(uploadId)));
  }

  /** Deletes an upload; one that is gone already is fine. */
  async discard(uploadId: number, tx: Transaction | Database = this.database): Promise<void> {
    await tx.repository(Upload).delete(uploadId);
  }

  /** Deletes what nobody came back for. @returns number of uploads deleted. */
  prune(): Promise<number> {
    return deleteOldUploads(this.database, KEPT_HOURS);
  }

  private async storeChunks(
    uploadId: number,
    source: AsyncIterable<Uint8Array>,
  ): Promise<Omit<StagedUpload, 'uploadId'>> {
    const hash = createHash('sha256');
    let bytes = 0;
    let chunkNo = 0;
    for await (const chunk of splitIntoChunks(source, CHUNK_BYTES)) {
      hash.update(chunk);
      bytes += chunk.length;
      await insertChunk(this.database, uploadId, (chunkNo += 1), chunk);
    }
    if (bytes === 0) throw AppError.invalid('the file is empty', undefined, 'empty_file');
    return { digest: hash.digest('hex'), bytes };
  }

  private async *chunks(uploadId: number): AsyncGenerator<Buffer> {
    const upload = await this.database.repository(Upload).findOne({
      select: { id: true, bytes: true, digest: true },
      where: { id: uploadId, completedAt: Not(IsNull()) },
    });
    if (upload === null) throw uploadGone();
    const hash = createHash('sha256');
    let bytes = 0;
    for (let chunkNo = 1; ; chunkNo += 1) {
      const chunk = await selectChunk(this.database, uploadId, chunkNo);
      if (chunk === undefined) break;
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    if (upload.digest !== null && (bytes !== upload.bytes || hash.digest('hex') !== upload.digest)) throw damaged();
  }
}

async function* withinLimit(source: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > limit) throw uploadTooLarge(limit);
    yield piece;
  }
}

/** The error for a body above the limit, also if its announced length is above it before a byte is read. */
export function uploadTooLarge(limit: number): AppError {
  return new AppError('too_large', 'body_too_large', `the file is larger than ${limit} bytes`);
}

function uploadGone(): AppError {
  return AppError.notFound('the uploaded file is gone; send it again', 'upload_gone');
}

/** Sending the file again helps; reading it again doesn't. */
function damaged(): AppError {
  return new AppError(
    'precondition_failed',
    'upload_damaged',
    'what is stored is not the whole file that was sent; send it again',
  );
}
