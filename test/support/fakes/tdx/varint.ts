/**
 * A whole number as the quote servers write differences of prices: the first byte has the lowest 6 bits, 0x40 for a
 * negative number and 0x80 if more bytes follow; each of those has 7 bits, and 0x80 if more follow.
 */
export function encodeVarint(value: number): number[] {
  const size = Math.abs(value);
  const bytes = [(size & 0x3f) | (value < 0 ? 0x40 : 0)];
  for (let rest = size >>> 6; rest > 0; rest >>>= 7) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest & 0x7f);
  }
  return bytes;
}
