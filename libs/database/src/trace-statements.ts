import type { Client } from 'pg';
import { inStatementSpan } from '#lib/observability';

/** Makes each statement of a connection a span of the work that runs it. Streams of rows are not statements. */
export function traceStatements(client: Client): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    const text = textOf(parameters[0]);
    return text === undefined ? query(...parameters) : inStatementSpan(text, () => query(...parameters));
  }) as Client['query'];
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  // A stream of rows, or a cursor, has a method to submit itself.
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined;
}
