import { encodeGbk } from './gbk';
import type { PackageRow } from './package-row';

const COD_RECORD_BYTES = 150;
export const MD1_BLOCK_BYTES = 512;

const NAME_BYTES = 32;

/**
 * A `.cod` member: one record of 150 bytes a row, little-endian. Code at 0, seq at 32, name at 40; the rest is zero.
 * @param seqOf number of the row's block in the `.md1` member; default the row's own number.
 */
export function codBytes(rows: readonly PackageRow[], seqOf: (index: number) => number = (index) => index): Buffer {
  const bytes = Buffer.alloc(rows.length * COD_RECORD_BYTES);
  for (const [index, { code, name }] of rows.entries()) {
    const at = index * COD_RECORD_BYTES;
    const encoded = encodeGbk(name);
    if (encoded.length > NAME_BYTES) throw new Error(`${name} has more than ${NAME_BYTES} bytes`);
    bytes.write(code, at, 6, 'ascii');
    bytes.writeUInt16LE(seqOf(index), at + 32);
    encoded.copy(bytes, at + 40);
  }
  return bytes;
}

/**
 * A `.md1` member: one block of 512 bytes a row, little-endian. f64 previous close, open, high, low, close at 4, 12, 20,
 * 28, 36 (yuan), u64 volume at 56 (shares), f64 amount at 72 (yuan); the rest is zero.
 * @param seqOf number of the row's block; default the row's own number.
 */
export function md1Bytes(rows: readonly PackageRow[], seqOf: (index: number) => number = (index) => index): Buffer {
  const bytes = Buffer.alloc(rows.length * MD1_BLOCK_BYTES);
  for (const [index, row] of rows.entries()) {
    const at = seqOf(index) * MD1_BLOCK_BYTES;
    bytes.writeDoubleLE(row.previousClose, at + 4);
    bytes.writeDoubleLE(row.open, at + 12);
    bytes.writeDoubleLE(row.high, at + 20);
    bytes.writeDoubleLE(row.low, at + 28);
    bytes.writeDoubleLE(row.close, at + 36);
    // A u64 in two halves: no allocation of a bigint for each of some thousand rows.
    bytes.writeUInt32LE(row.volume % 0x1_0000_0000, at + 56);
    bytes.writeUInt32LE(Math.floor(row.volume / 0x1_0000_0000), at + 60);
    bytes.writeDoubleLE(row.amount, at + 72);
  }
  return bytes;
}
