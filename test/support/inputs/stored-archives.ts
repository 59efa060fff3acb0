import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { pack } from 'tar-stream';

/** Name and content of a member, in the order in which the archive has them. */
export type Members = readonly (readonly [name: string, content: Uint8Array | string])[];

/** A `.tar.xz` of the members: a valid one, whose blocks are stored, not compressed. */
export async function tarXzOf(members: Members): Promise<Buffer> {
  return xzOf(await tarOf(members));
}

/** A `.tar` of the members. */
async function tarOf(members: Members): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of members) tar.entry({ name }, Buffer.from(content));
  tar.finalize();
  return buffer(tar);
}

/** A tar header alone that claims a member of `size` bytes. */
export async function tarClaiming(name: string, size: number): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name, size });
  const iterator = (tar as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const { value } = (await iterator.next()) as { value: Uint8Array };
  return Buffer.from(value);
}

/** The bytes in xz form: one block of stored LZMA2 chunks. */
export function xzOf(content: Uint8Array): Buffer {
  const flags = Buffer.from([0x00, 0x01]);
  const blockHeader = Buffer.from([0x02, 0x00, 0x21, 0x01, 0x10, 0x00, 0x00, 0x00]);
  const chunks: Buffer[] = [];
  for (let at = 0; at < content.length; at += 0x1_0000) {
    const piece = content.subarray(at, at + 0x1_0000);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(piece.length - 1);
    chunks.push(Buffer.from([at === 0 ? 0x01 : 0x02]), size, Buffer.from(piece));
  }
  const data = Buffer.concat([...chunks, Buffer.from([0x00])]);
  const index = padded(
    Buffer.from([0x00, 0x01, ...varint(blockHeader.length + 4 + data.length + 4), ...varint(content.length)]),
  );
  const backward = Buffer.alloc(4);
  backward.writeUInt32LE((index.length + 4) / 4 - 1);
  const footer = Buffer.concat([backward, flags]);
  return Buffer.concat([
    Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]),
    flags,
    crc(flags),
    blockHeader,
    crc(blockHeader),
    padded(data),
    crc(content),
    index,
    crc(index),
    crc(footer),
    footer,
    Buffer.from('YZ'),
  ]);
}

/** A `.zip` of the members, stored. `claimedSize` goes into every header as the unpacked size. */
export function zipOf(members: Members, claimedSize?: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of members) {
    const bytes = Buffer.from(content);
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(claimedSize === undefined ? 0 : 8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(claimedSize ?? bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, nameBytes);
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listing, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

function crc(bytes: Uint8Array): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(crc32(bytes));
  return out;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
