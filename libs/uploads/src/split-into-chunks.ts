/** Cuts a stream of buffers of any size into buffers of `size` bytes; the last one may be shorter, none is empty. */
export async function* splitIntoChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    pending.push(piece);
    length += piece.length;
    if (length < size) continue;
    const whole = Buffer.concat(pending);
    let at = 0;
    for (; length - at >= size; at += size) yield whole.subarray(at, at + size);
    pending = [whole.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(pending);
}
