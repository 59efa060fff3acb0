import { Agent, request } from 'node:http';

export interface Call {
  method: 'GET' | 'PATCH';
  path: string;
  body?: unknown;
}

/** Keeps `connections` requests in flight. */
export class Traffic {
  private readonly agent: Agent;

  /** @param apiKey undefined: as a stranger. */
  constructor(
    private readonly apiKey: string | undefined,
    private readonly connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @returns answers a second of the calls, taken in turn for so long. */
  async throughput(url: string, calls: readonly Call[], ms: number): Promise<number> {
    const began = performance.now();
    let at = 0;
    let answers = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() - began < ms) {
        const call = calls[(at += 1) % calls.length];
        if (call === undefined) return;
        await this.send(url, call);
        answers += 1;
      }
    };
    await Promise.all(Array.from({ length: this.connections }, lane));
    return (answers * 1000) / (performance.now() - began);
  }

  /** @returns the milliseconds until the whole answer was there. */
  async time(url: string, call: Call): Promise<number> {
    const began = performance.now();
    await this.send(url, call);
    return performance.now() - began;
  }

  send(url: string, { method, path, body }: Call): Promise<string> {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(this.apiKey === undefined ? {} : { authorization: `Bearer ${this.apiKey}` }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const sent = request(`${url}${path}`, { method, agent: this.agent, headers }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          if (reply.statusCode === 200) resolve(answer);
          else reject(new Error(`${method} ${path} answered ${reply.statusCode ?? 0}: ${answer.slice(0, 300)}`));
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
