import type { ClientBase, QueryResult } from 'pg';
import type { SqlRunner, Statement } from './sql-runner';

/** Runs one statement on a connection. A text of several statements gives no rows. */
export async function runOn<Row>(
  client: ClientBase,
  statement: Statement<Row>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const values = [...parameters];
  const config = typeof statement === 'string' ? { text: statement } : { name: statement.name, text: statement.text };
  const result = (await client.query({ ...config, values })) as QueryResult | QueryResult[];
  return Array.isArray(result) ? [] : (result.rows as Row[]);
}

/** A connection of its own as the rest of the program runs SQL. */
export function createRunner(client: ClientBase): SqlRunner {
  return { query: (statement, parameters = []) => runOn(client, statement, parameters) };
}
