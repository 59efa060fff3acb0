import { EventEmitter } from 'node:events';
import { PostgresConnection } from 'bullmq';
import type { Pool } from 'pg';

type ListenClient = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/**
 * BullMQ's connection to PostgreSQL for all workers of a process, with one LISTEN for all their queues. BullMQ would take
 * one a queue, although all of them listen to the same channel. A worker that closes leaves it open; {@link end} closes it.
 */
export class SharedListener extends PostgresConnection {
  private shared: ListenClient | undefined;

  constructor(pool: Pool) {
    super(pool);
    // Each queue's worker adds a listener.
    this.setMaxListeners(0);
  }

  override async getListenClient(): Promise<ListenClient> {
    const client = await super.getListenClient();
    if (client !== this.shared) {
      this.shared = client;
      oneStatementAtATime(client);
      if (client instanceof EventEmitter) client.setMaxListeners(0);
    }
    return client;
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  async end(): Promise<void> {
    await super.close();
  }
}

/** The workers ask at once, and pg no longer wants to be asked while a statement runs. */
function oneStatementAtATime(client: ListenClient): void {
  const query = client.query.bind(client) as (text: string, parameters?: readonly unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((text: string, parameters?: readonly unknown[]) => {
    const answer = last.then(() => query(text, parameters));
    last = answer.catch(() => undefined);
    return answer;
  }) as ListenClient['query'];
}
