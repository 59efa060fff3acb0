import { crc32 } from 'node:zlib';
import { preparePart, type PreparedPart } from './zip-bytes';

const CHUNK_BYTES = 1_048_576;
const CHUNKS = 260;

let bomb: PreparedPart | undefined;

/** 260 MiB of zeros, packed into about one. */
export function zipBomb(): PreparedPart {
  if (bomb !== undefined) return bomb;
  const zeros = Buffer.alloc(CHUNK_BYTES);
  // The chunks are compressed without regard to each other, so one does for all.
  const { deflated } = preparePart(zeros);
  const crc = Array.from({ length: CHUNKS }).reduce<number>((sum) => crc32(zeros, sum), 0);
  bomb = { deflated: Buffer.concat(Array.from({ length: CHUNKS }, () => deflated)), crc, size: CHUNK_BYTES * CHUNKS };
  return bomb;
}
