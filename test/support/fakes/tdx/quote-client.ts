import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { inflateSync } from 'node:zlib';

export interface QuoteFrame {
  readonly id: number;
  readonly type: number;
  readonly body: Buffer;
}

const HEAD_BYTES = 16;

/** A connection for a look at what the fake sends: writes any bytes, and keeps what comes. */
export class QuoteClient {
  received: Buffer = Buffer.alloc(0);
  /** Chunks so far. */
  chunks = 0;
  isClosed = false;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.chunks += 1;
    });
    socket.on('close', () => (this.isClosed = true));
    socket.on('error', () => socket.destroy());
  }

  static async open(host: string): Promise<QuoteClient> {
    const [name, port] = host.split(':');
    const socket = connect(Number(port), name);
    await once(socket, 'connect');
    return new QuoteClient(socket);
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Whole frames so far, found by their magic. */
  frames(): QuoteFrame[] {
    const frames: QuoteFrame[] = [];
    let at = this.received.indexOf('b1cb7400', 0, 'hex');
    while (at >= 0 && this.received.length - at >= HEAD_BYTES) {
      const [packed, raw] = [this.received.readUInt16LE(at + 12), this.received.readUInt16LE(at + 14)];
      const bytes = this.received.subarray(at + HEAD_BYTES, at + HEAD_BYTES + packed);
      if (bytes.length < packed) break;
      const body = packed === raw ? bytes : inflateSync(bytes);
      frames.push({ id: this.received.readUInt32LE(at + 5), type: this.received.readUInt16LE(at + 10), body });
      at = this.received.indexOf('b1cb7400', at + HEAD_BYTES + packed, 'hex');
    }
    return frames;
  }

  close(): void {
    this.socket.destroy();
  }
}
