import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '#lib/kernel';

const XZ_START = Buffer.from('fd377a585a00', 'hex');
const XZ_END = Buffer.from('YZ', 'latin1');
const ZIP_START = Buffer.from('PK', 'latin1');
const ZIP_DIRECTORY = Buffer.from('504b0506', 'hex');
const HEAD_BYTES = 256;
/** A zip's directory ends with a record of 22 bytes and a comment of up to 64 KiB. */
const TAIL_BYTES = 22 + 65_536;

/**
 * An error met while an archive was unpacked as one of ours: the file's name and the cause in words, by what the file's
 * first and last bytes say. The library's own words stay in `cause`.
 */
export async function archiveFault(path: string, error: unknown): Promise<AppError> {
  if (error instanceof AppError) return error;
  return new AppError('invalid', 'bad_archive', `${basename(path)} ${await findCause(path)}`, { cause: error });
}

async function findCause(path: string): Promise<string> {
  const ends = await findEnds(path).catch(() => undefined);
  if (ends === undefined) return "can't be read from the disk";
  const { head, tail } = ends;
  if (head.length === 0) return 'is empty';
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(head.toString('latin1'))) return 'is a web page, not an archive';
  const isXz = /xz$/i.test(path);
  if (!startsWith(head, isXz ? XZ_START : ZIP_START)) return `is no ${isXz ? 'xz' : 'zip'} archive`;
  const isWhole = isXz ? withoutPadding(tail).subarray(-2).equals(XZ_END) : tail.includes(ZIP_DIRECTORY);
  return isWhole ? "is damaged: its content can't be unpacked" : 'ends early: the download is incomplete';
}

async function findEnds(path: string): Promise<{ head: Buffer; tail: Buffer }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, bytes: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
      return buffer.subarray(0, bytesRead);
    };
    return { head: await read(0, HEAD_BYTES), tail: await read(Math.max(0, size - TAIL_BYTES), TAIL_BYTES) };
  } finally {
    await file.close();
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

/** An `.xz` file may be padded with zeros. */
function withoutPadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
