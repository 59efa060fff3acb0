import { crc32, inflateRawSync } from 'node:zlib';

export interface UnzippedMember {
  readonly name: string;
  readonly content: Buffer;
  /** Whether checksum and size are as the directory of the archive says. */
  readonly isSound: boolean;
}

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const HEAD_BYTES = 30;

/** Members of an archive, in order, for a look at what the fake has written. Nothing is checked but the two claims. */
export function unzipMembers(zip: Buffer): UnzippedMember[] {
  const end = zip.length - END_BYTES;
  if (zip.toString('latin1', end, end + 4) !== 'PK\x05\x06') throw new Error('the archive has no end');
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [nameLength, offset] = [zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
    const from = offset + HEAD_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const content = inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20)));
    const isSound = crc32(content) === zip.readUInt32LE(at + 16) && content.length === zip.readUInt32LE(at + 24);
    at += ENTRY_BYTES + nameLength;
    return { name, content, isSound };
  });
}
