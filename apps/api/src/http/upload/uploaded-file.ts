import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/kernel';
import { uploadTooLarge } from '#lib/uploads';
import { getUploadType } from './takes-upload';

const PART = 'file';

/** What a form may have around its file. */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * The bytes of the file that a request brings, as they arrive. Giving up on them early leaves the connection alone, so
 * that the client reads why.
 * @param named is told how the client calls the file, where a form says so; a name without folders.
 * @throws AppError `body_too_large` where the announced length is above `limit`, `malformed_multipart`, `upload_incomplete`.
 */
export async function* uploadedFile(
  request: FastifyRequest,
  limit: number,
  named: (fileName: string) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const multipart = getUploadType(request) === 'multipart';
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit + (multipart ? ENVELOPE_BYTES : 0)) throw uploadTooLarge(limit);
  const bytes: Readable = multipart ? readFormFile(request, named) : request.raw;
  try {
    yield* bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw request.raw.readableAborted ? incomplete() : error;
  } finally {
    // What is left of the body stands before the connection's next request, and would keep that waiting.
    request.raw.resume();
  }
}

/** The one part `file`. It ends only when the form has ended as it should. */
function readFormFile(request: FastifyRequest, named: (fileName: string) => void): Readable {
  const file = new PassThrough();
  const fail = (reason: string): void => {
    file.destroy(AppError.invalid(`the form can't be used: ${reason}`, undefined, 'malformed_multipart'));
  };
  const parser = createParser(request);
  if (parser === undefined) {
    fail('its Content-Type names no boundary');
    return file;
  }
  let found = false;
  parser.on('file', (name: string, part: BusboyFileStream, fileName: string | undefined) => {
    part.on('error', () => fail('it ends in the middle'));
    if (name === PART) {
      found = true;
      if (fileName !== undefined) named(fileName);
      part.pipe(file, { end: false });
      return;
    }
    part.resume();
    fail(`it has a part ${JSON.stringify(name.slice(0, 80))}; only ${JSON.stringify(PART)} is known`);
  });
  parser.on('filesLimit', () => fail('it has more than one file'));
  parser.on('fieldsLimit', () => fail(`it has a field; what is not the file stands in the query`));
  parser.on('error', () => fail('it is not a well-formed multipart body'));
  parser.on('finish', () => {
    if (found) file.end();
    else fail(`it has no part ${JSON.stringify(PART)}`);
  });
  request.raw.on('error', () => file.destroy(incomplete()));
  // What the parser still gives after a failure has nowhere to go.
  file.on('close', () => request.raw.unpipe(parser));
  request.raw.pipe(parser);
  return file;
}

function createParser(request: FastifyRequest): BusboyInstance | undefined {
  const type = request.headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (name, _type, filename) => name === PART || filename !== undefined,
      limits: { files: 1, fields: 0, headerPairs: 20, headerSize: 8 * 1024 },
    });
  } catch {
    return undefined;
  }
}

function incomplete(): AppError {
  return AppError.invalid('the upload broke off before its end', undefined, 'upload_incomplete');
}
