import { EventEmitter } from 'node:events';
import { assertSchemaCompatibility, PostgresConnection } from 'bullmq';
import type { Pool } from 'pg';

type ListenClient = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/**
 * BullMQ's connection to PostgreSQL for all queues and workers of a process, with one LISTEN for all of them. BullMQ would take
 * one a worker, although all of them listen to the same channel. A worker or queue that closes leaves it open; {@link end}
 * closes it.
 */
export class SharedConnection extends PostgresConnection {
  private shared: ListenClient | undefined;
  private schemaSeen: Promise<unknown> | undefined;

  constructor(pool: Pool) {
    super(pool);
    // Each queue and worker adds a listener.
    this.setMaxListeners(0);
  }

  /**
   * BullMQ checks its schema before the first query, and keeps the result: if the database was unavailable just then, every
   * queue would stay broken. This one checks again until it has seen the schema.
   */
  override async waitUntilReady(): Promise<void> {
    this.schemaSeen ??= assertSchemaCompatibility(this.pool, this.schema);
    try {
      await this.schemaSeen;
    } catch (error) {
      this.schemaSeen = undefined;
      throw error;
    }
  }

  override async getListenClient(): Promise<ListenClient> {
    const client = await super.getListenClient();
    if (client !== this.shared) {
      this.shared = client;
      serializeStatements(client);
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

/** The workers run statements at the same time, which pg no longer takes on one connection. */
function serializeStatements(client: ListenClient): void {
  const query = client.query.bind(client) as (text: string, parameters?: readonly unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((text: string, parameters?: readonly unknown[]) => {
    const result = last.then(() => query(text, parameters));
    last = result.catch(() => undefined);
    return result;
  }) as ListenClient['query'];
}
