import { EventEmitter } from 'node:events';
import { Client } from 'pg';
import type { Transaction } from './transaction';

const RECONNECT_MS = 1000;
/** A connection that the network has lost silently is noticed after this time and a few failed probes. */
const KEEPALIVE_AFTER_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 5000;

/**
 * One LISTEN connection of a process, to the server itself: through a pooler nothing would arrive. A notification is a hint to read the database again and may be lost (a broken
 * connection), so a caller that waits for one also polls from time to time.
 */
export class Notifications {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private readonly channels = new Set<string>();
  private client: Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private connecting: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly applicationName: string,
  ) {}

  /** Calls `listener` with each payload sent on `channel`. @returns a function that ends it. */
  subscribe(channel: string, listener: (payload: string) => void): () => void {
    this.emitter.on(channel, listener);
    if (!this.channels.has(channel)) {
      this.channels.add(channel);
      void this.listen(channel);
    }
    return () => this.emitter.off(channel, listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.connecting?.catch(() => undefined);
    await this.client?.end().catch(() => undefined);
    this.client = undefined;
  }

  private async listen(channel: string): Promise<void> {
    if (this.client === undefined) {
      await this.connect();
      return;
    }
    const { client } = this;
    await client.query(`listen ${quoteIdentifier(channel)}`).catch(() => this.dropAndRetry(client));
  }

  private connect(): Promise<void> {
    this.connecting ??= this.open().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async open(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: `${this.applicationName}-listen`,
      connectionTimeoutMillis: 3000,
      query_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    });
    client.on('notification', (message) => this.emitter.emit(message.channel, message.payload ?? ''));
    client.on('error', () => this.dropAndRetry(client));
    client.on('end', () => this.dropAndRetry(client));
    try {
      await client.connect();
      for (const channel of this.channels) await client.query(`listen ${quoteIdentifier(channel)}`);
      if (this.closed) await client.end();
      else this.client = client;
    } catch {
      this.dropAndRetry(client);
    }
  }

  private dropAndRetry(client: Client): void {
    if (this.client === client) this.client = undefined;
    void client.end().catch(() => undefined);
    if (this.closed || this.retry !== undefined) return;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      void this.connect();
    }, RECONNECT_MS);
    this.retry.unref();
  }
}

/** Sends `payload` (at most 8000 bytes) to `channel` when the transaction commits. */
export async function notify(tx: Transaction, channel: string, payload: string): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [channel, payload]);
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
