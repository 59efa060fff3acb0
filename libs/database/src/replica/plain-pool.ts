import { Pool } from 'pg';
import { KEEP_ALIVE_DELAY_MS } from '../data-source';
import { installPgTypeParsers } from '../pg-types';
import { runOn } from '../run-on-client';
import type { SqlRunner, Statement } from '../sql-runner';
import { TimeoutClient } from '../timeout-client';

export interface PlainPoolSettings {
  url: string;
  applicationName: string;
  size: number;
  connectMs: number;
  statementMs: number;
  /** Called when a connection breaks that nobody uses. */
  onLost?: () => void;
}

/** Connections to a server that may be unavailable: nothing connects before the first statement. */
export class PlainPool implements SqlRunner {
  private readonly pool: Pool;

  constructor(settings: PlainPoolSettings) {
    installPgTypeParsers();
    this.pool = new Pool({
      connectionString: settings.url,
      application_name: settings.applicationName,
      max: settings.size,
      connectionTimeoutMillis: settings.connectMs,
      statement_timeout: settings.statementMs,
      // The server's own limit does not arrive over a silent wire.
      query_timeout: settings.statementMs + 500,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      options: '-c timezone=UTC',
      Client: TimeoutClient,
    });
    this.pool.on('error', () => settings.onLost?.());
  }

  async query<Row>(statement: Statement<Row>, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.pool.connect();
    try {
      return await runOn<Row>(client, statement, parameters);
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    await this.pool.end();
  }
}
