import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { XzReadableStream } from 'xz-decompress';

const READ_BYTES = 1 << 18;

/** The unpacked bytes of an `.xz` file. @param onRead is told how many packed bytes came from the disk. */
export function unpackXz(path: string, onRead: (bytes: number) => void = () => undefined): Readable {
  const packed = createReadStream(path, { highWaterMark: READ_BYTES });
  const counted = packed.map((chunk: Buffer) => {
    onRead(chunk.length);
    return chunk;
  });
  return Readable.fromWeb(new XzReadableStream(Readable.toWeb(counted)));
}
