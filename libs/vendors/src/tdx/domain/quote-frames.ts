/** Types of requests to a quote server. */
export const QUOTE_TYPES = { connect: 0x000d, heartbeat: 0x0004, bars: 0x052d, records: 0x000f } as const;

/** A response of a quote server, unpacked. */
export interface QuoteFrame {
  readonly id: number;
  readonly type: number;
  readonly body: Buffer;
}

const MAGIC = Buffer.from([0xb1, 0xcb, 0x74, 0x00]);
const HEADER = 16;

/** The first packet of a connection. Servers starve clients that send the older handshake of three packets. */
export const CONNECT_FRAME = Buffer.from('0c0218930001030003000d0001', 'hex');

/** Builds `0c | u32 id | 01 | u16 len | u16 len | u16 type | data`; the length counts the type. */
export function buildRequest(id: number, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt8(0x0c, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt8(0x01, 5);
  head.writeUInt16LE(data.length + 2, 6);
  head.writeUInt16LE(data.length + 2, 8);
  head.writeUInt16LE(type, 10);
  return Buffer.concat([head, data]);
}

/** The stream from the server is no frames. */
export class QuoteFrameError extends Error {}

/** Cuts what a socket receives into frames. What stands before the magic bytes is skipped. */
export class QuoteFrameReader {
  private pending = Buffer.alloc(0);

  /** @param inflate Unpacks a body. @throws what is wrong with it. */
  constructor(private readonly inflate: (packed: Buffer) => Buffer) {}

  /** @returns the frames that are whole by now. @throws QuoteFrameError if a body is too large or can't be unpacked. */
  push(chunk: Buffer): QuoteFrame[] {
    this.pending = Buffer.concat([this.pending, chunk]);
    const frames: QuoteFrame[] = [];
    for (;;) {
      const start = this.pending.indexOf(MAGIC);
      if (start === -1) {
        // The magic may be cut.
        this.pending = this.pending.subarray(Math.max(0, this.pending.length - MAGIC.length + 1));
        return frames;
      }
      this.pending = this.pending.subarray(start);
      if (this.pending.length < HEADER) return frames;
      const packed = this.pending.readUInt16LE(12);
      const raw = this.pending.readUInt16LE(14);
      if (this.pending.length < HEADER + packed) return frames;
      const body = this.pending.subarray(HEADER, HEADER + packed);
      frames.push({
        id: this.pending.readUInt32LE(5),
        type: this.pending.readUInt16LE(10),
        body: packed === raw ? Buffer.from(body) : this.unpack(body),
      });
      this.pending = this.pending.subarray(HEADER + packed);
    }
  }

  private unpack(body: Buffer): Buffer {
    try {
      return this.inflate(body);
    } catch (cause) {
      throw new QuoteFrameError("the server's response can't be unpacked", { cause });
    }
  }
}
