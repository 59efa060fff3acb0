import { Client, type ClientConfig } from 'pg';
import { lowerServerPriority } from './lower-priority';
import { traceStatements } from './trace-statements';

interface TimeoutClientConfig extends ClientConfig {
  /** Of the server's process behind the connection. */
  serverNice?: number;
  /** Whether a pooler is in between, which gives each transaction another process of the server. */
  pooled?: boolean;
}

/**
 * A connection that ends itself when a statement got no response within `query_timeout`. pg's own goes back to the pool then
 * and spoils each request that gets it, because the statement on the silent wire is still in front of every later one.
 */
export class TimeoutClient extends Client {
  constructor(config: TimeoutClientConfig = {}) {
    super(config);
    // Between the pool and its user nobody listens for a moment, and an error that nobody hears ends the process. The next
    // statement fails by itself.
    this.on('error', () => undefined);
    if (config.pooled === true) sendWithoutNames(this);
    else lowerServerPriority(this, config.serverNice ?? 0);
    traceStatements(this);
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => {
      const answer = query(...parameters);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.endWhenSilent(error));
      return answer;
    }) as Client['query'];
  }

  private endWhenSilent(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end().catch(() => undefined);
  }
}

/** A statement that one process of the server has prepared by its name is unknown to the next one. */
function sendWithoutNames(client: Client): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest)) as Client['query'];
}

function isNamed(statement: unknown): statement is { name: string } {
  return typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement);
}
