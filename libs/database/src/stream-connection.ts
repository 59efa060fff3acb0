import { Socket } from 'node:net';
import { Client } from 'pg';
import { installPgTypeParsers } from './pg-types';
import { createRunner } from './run-on-client';
import type { SqlRunner } from './sql-runner';

/**
 * A connection of its own for streams of rows that take as long as they take: no time limits, and it can be cut in the
 * middle of one, which undoes its open transaction.
 */
export class StreamConnection {
  /** Statements outside of a stream. */
  readonly sql: SqlRunner;

  private constructor(
    readonly client: Client,
    private readonly socket: Socket,
  ) {
    this.sql = createRunner(client);
  }

  static async open(url: string, applicationName: string): Promise<StreamConnection> {
    installPgTypeParsers();
    const socket = new Socket();
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 3000,
      keepAlive: true,
      options: '-c timezone=UTC',
      stream: () => socket,
    });
    // A connection that breaks while no statement runs emits only this event; the next statement fails by itself.
    client.on('error', () => undefined);
    await client.connect();
    return new StreamConnection(client, socket);
  }

  /** Closes the session. Only if no stream is open. */
  async end(): Promise<void> {
    await this.client.end();
  }

  /** Drops the connection, even with an open stream. */
  cut(): void {
    this.socket.destroy();
  }
}
