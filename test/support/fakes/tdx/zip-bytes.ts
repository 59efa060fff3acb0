import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A part of a member that was compressed before, so that it need not be compressed for each archive again. */
export interface PreparedPart {
  /** A deflate stream without its last block. */
  readonly deflated: Buffer;
  /** CRC-32 of the content from its beginning. */
  readonly crc: number;
  /** Unpacked bytes. */
  readonly size: number;
}

export interface ZipMember {
  readonly name: string;
  /** What stands before the content. */
  readonly head?: PreparedPart;
  readonly content: Buffer;
  /** Goes into the headers instead of the right checksum. */
  readonly claimedCrc?: number;
  /** Goes into the headers instead of the right unpacked size. */
  readonly claimedSize?: number;
}

const LEVEL = 1;
/** Slower, and unpacked in half the time: for what is compressed once and unpacked many times. */
const PREPARED_LEVEL = 6;
const UTF8_NAME = 0x0800;
const DEFLATED = 8;
/** 1980-01-01 00:00, the first time that a zip can tell. */
const DOS_DATE = 0x0021;

/** Compresses a part that comes first in many members. */
export function preparePart(content: Buffer): PreparedPart {
  return {
    deflated: deflateRawSync(content, { level: PREPARED_LEVEL, finishFlush: constants.Z_FULL_FLUSH }),
    crc: crc32(content),
    size: content.length,
  };
}

/** A zip archive of deflated members, in their order. */
export function zipBytes(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const name = Buffer.from(member.name);
    const data = [...(member.head === undefined ? [] : [member.head.deflated]), deflateContent(member.content)];
    const facts = factsOf(member, name.length, sizeOf(data));
    const local = [Buffer.from('PK\x03\x04', 'latin1'), facts, name, ...data];
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, name);
    parts.push(...local);
    offset += sizeOf(local);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(sizeOf(directory), 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

function deflateContent(content: Buffer): Buffer {
  return deflateRawSync(content, { level: LEVEL });
}

/** The 26 bytes that a local header and an entry of the directory share: from the version to the length of the extra field. */
function factsOf({ head, content, claimedCrc, claimedSize }: ZipMember, nameBytes: number, packed: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(UTF8_NAME, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(DOS_DATE, 8);
  facts.writeUInt32LE(claimedCrc ?? crcOf(head, content), 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(claimedSize ?? (head?.size ?? 0) + content.length, 18);
  facts.writeUInt16LE(nameBytes, 22);
  return facts;
}

/** Not by `crc32` alone: of nothing it returns 0, whatever came before. */
function crcOf(head: PreparedPart | undefined, content: Buffer): number {
  return content.length === 0 ? (head?.crc ?? 0) : crc32(content, head?.crc ?? 0);
}

function sizeOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}
