import { TextDecoder } from 'node:util';
import { AppError } from '#lib/kernel';
import { ByteRuns } from './byte-runs';

export type TextEncoding = 'utf-8' | 'gb18030' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/**
 * Detects a text file's encoding: UTF-16 by its mark, UTF-8 if all of it is valid UTF-8, else GBK (read as its superset
 * GB18030) or Windows-1252, by how the bytes above ASCII stand together. The whole file decides: the first characters of a
 * GBK file may well be ASCII.
 */
export async function detectEncoding(bytes: AsyncIterable<Uint8Array>): Promise<TextEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const runs = new ByteRuns();
  let isUtf8 = true;
  let first = true;
  for await (const chunk of bytes) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    first = false;
    if (isUtf8) isUtf8 = decoded(utf8, chunk) !== undefined;
    runs.push(chunk);
  }
  if (isUtf8 && decoded(utf8) !== undefined) return 'utf-8';
  return runs.areWestern() ? 'windows-1252' : 'gb18030';
}

/** Decodes chunk by chunk and drops a byte order mark. @throws AppError `unreadable_file` if the bytes are no such text. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of bytes) yield decoded(decoder, chunk) ?? unreadable();
  yield decoded(decoder) ?? unreadable();
}

/** The next characters, or those that were held back at the end; `undefined` if the bytes are none of the encoding. */
function decoded(decoder: TextDecoder, chunk?: Uint8Array): string | undefined {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    return undefined;
  }
}

function unreadable(): never {
  throw AppError.invalid('the file is neither UTF-8, GBK nor Windows-1252 text', undefined, 'unreadable_file');
}
