import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mix, Request } from './mix';

export interface Answer {
  name: string;
  /** 0: the connection broke. */
  status: number;
  /** Closed loop: from sending; open loop: from the moment at which it was due. */
  ms: number;
}

export type Listener = (answer: Answer) => void;

/** Sends the mix: clients that wait for each answer, or arrivals at moments that nothing delays. */
export class Load {
  private readonly agent = new Agent({ keepAlive: true, timeout: 30_000 });
  private readonly random = seededRandom(7);

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
    private readonly mix: Mix,
  ) {}

  /** @returns answers a second of so many clients, each of which pauses after an answer. */
  async closed(clients: number, ms: number, listener: Listener, pauseMs = 0): Promise<number> {
    const began = performance.now();
    let answers = 0;
    const client = async (): Promise<void> => {
      while (performance.now() - began < ms) {
        const sent = performance.now();
        const asked = this.mix.next(this.random);
        const status = await this.send(asked);
        listener({ name: asked.name, status, ms: performance.now() - sent });
        answers += 1;
        if (pauseMs > 0) await sleep(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return (answers * 1000) / (performance.now() - began);
  }

  /**
   * Requests at Poisson moments, `rate` a second, however long the answers take. Ends when all are answered.
   * @returns by how many milliseconds each was sent late.
   */
  async open(rate: number, ms: number, listener: Listener): Promise<number[]> {
    const began = performance.now();
    const pending = new Set<Promise<void>>();
    const late: number[] = [];
    for (let due = 0; due < ms; due += (-Math.log(1 - this.random()) * 1000) / rate) {
      const ahead = began + due - performance.now();
      if (ahead > 0) await sleep(ahead);
      late.push(Math.max(0, performance.now() - began - due));
      const asked = this.mix.next(this.random);
      const answered = this.send(asked).then((status) => {
        listener({ name: asked.name, status, ms: performance.now() - began - due });
        pending.delete(answered);
      });
      pending.add(answered);
    }
    await Promise.all(pending);
    return late;
  }

  close(): void {
    this.agent.destroy();
  }

  private send({ method, path, body }: Request): Promise<number> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      // The lookups of the SEO store know this header alone.
      ...(path.startsWith('/api/admin/') ? { 'x-api-key': this.apiKey } : { authorization: `Bearer ${this.apiKey}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve) => {
      const broken = (): void => resolve(0);
      const sent = request(`${this.url}${path}`, { method, agent: this.agent, headers }, (reply) => {
        reply.on('error', broken);
        reply.on('end', () => resolve(reply.statusCode ?? 0));
        reply.resume();
      });
      sent.on('error', broken);
      sent.setTimeout(60_000, () => sent.destroy());
      sent.end(text);
    });
  }
}

/** The same numbers in [0, 1) for the same seed: a linear congruential generator. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
