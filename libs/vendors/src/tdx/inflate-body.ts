import { inflateSync } from 'node:zlib';

/** No response of the requests made here comes near it. */
const LARGEST_BODY = 2 ** 22;

/** Unpacks the body of a quote server's response. @throws Error if it is none, or too large. */
export function inflateBody(packed: Buffer): Buffer {
  return inflateSync(packed, { maxOutputLength: LARGEST_BODY });
}
