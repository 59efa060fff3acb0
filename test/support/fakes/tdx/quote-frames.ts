import { deflateSync } from 'node:zlib';

/** Types of requests. `setup` is the third packet of old clients. */
export const QUOTE_TYPES = {
  heartbeat: 0x0004,
  connect: 0x000d,
  records: 0x000f,
  bars: 0x052d,
  setup: 0x0fdb,
} as const;

export interface QuoteRequest {
  readonly id: number;
  readonly type: number;
  readonly data: Buffer;
}

const REQUEST_HEAD = 10;
const RESPONSE_HEAD = 16;

/** Takes the whole requests off the front. @throws Error on bytes that begin no request. */
export function readRequests(bytes: Buffer): { requests: QuoteRequest[]; rest: Buffer } {
  const requests: QuoteRequest[] = [];
  let at = 0;
  while (bytes.length - at >= REQUEST_HEAD) {
    const length = bytes.readUInt16LE(at + 6);
    const isHead = bytes[at] === 0x0c && bytes[at + 5] === 0x01 && bytes.readUInt16LE(at + 8) === length && length >= 2;
    if (!isHead) throw new Error(`no request: ${bytes.subarray(at, at + REQUEST_HEAD).toString('hex')}`);
    if (bytes.length - at - REQUEST_HEAD < length) break;
    const data = bytes.subarray(at + REQUEST_HEAD + 2, at + REQUEST_HEAD + length);
    requests.push({ id: bytes.readUInt32LE(at + 1), type: bytes.readUInt16LE(at + REQUEST_HEAD), data });
    at += REQUEST_HEAD + length;
  }
  return { requests, rest: bytes.subarray(at) };
}

/** A response of a type to the request of an id. The body is compressed if that makes it smaller. */
export function responseFrame(id: number, type: number, body: Buffer): Buffer {
  const deflated = deflateSync(body);
  const isSmaller = deflated.length < body.length;
  const packed = isSmaller ? deflated : body;
  const frame = Buffer.alloc(RESPONSE_HEAD + packed.length);
  frame.write('b1cb7400', 'hex');
  frame.writeUInt8(isSmaller ? 0x1c : 0x0c, 4);
  frame.writeUInt32LE(id, 5);
  frame.writeUInt16LE(type, 10);
  frame.writeUInt16LE(packed.length, 12);
  frame.writeUInt16LE(body.length, 14);
  packed.copy(frame, RESPONSE_HEAD);
  return frame;
}
