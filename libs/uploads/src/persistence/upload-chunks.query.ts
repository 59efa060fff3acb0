import type { SqlRunner } from '#lib/database';

/** The first `length` bytes of an upload; undefined if it has none. */
export async function selectHead(sql: SqlRunner, uploadId: number, length: number): Promise<Buffer | undefined> {
  const [chunk] = await sql.query<{ bytes: Buffer }>(
    'select substring(bytes for $2) as bytes from upload_chunk where upload_id = $1 and chunk_no = 1',
    [uploadId, length],
  );
  return chunk?.bytes;
}

/** A chunk of an upload, counted from 1; undefined after the last one. */
export async function selectChunk(sql: SqlRunner, uploadId: number, chunkNo: number): Promise<Buffer | undefined> {
  const [chunk] = await sql.query<{ bytes: Buffer }>(
    'select bytes from upload_chunk where upload_id = $1 and chunk_no = $2',
    [uploadId, chunkNo],
  );
  return chunk?.bytes;
}

export async function insertChunk(sql: SqlRunner, uploadId: number, chunkNo: number, bytes: Uint8Array): Promise<void> {
  await sql.query('insert into upload_chunk (upload_id, chunk_no, bytes) values ($1, $2, $3)', [
    uploadId,
    chunkNo,
    bytes,
  ]);
}

/** Deletes uploads of `hours` ago that no job in flight will read. @returns how many. */
export async function deleteOldUploads(sql: SqlRunner, hours: number): Promise<number> {
  const rows = await sql.query(
    `delete from upload where created_at < now() - make_interval(hours => $1)
         and not exists (select from job where job.id = upload.job_id and job.state in ('queued', 'running'))
       returning id`,
    [hours],
  );
  return rows.length;
}
