import type { SqlRunner } from '#lib/database';

const ADD = `
  insert into rate_limit (minute, key, requests) values ($1, $2, $3)
  on conflict (minute, key) do update set requests = rate_limit.requests + excluded.requests
  returning requests`;

/** Adds requests of a key in a minute. @returns the sum, these included. */
export async function addRequests(sql: SqlRunner, key: string, minute: number, requests: number): Promise<number> {
  const [row] = await sql.query<{ requests: number }>(ADD, [minute, key, requests]);
  return row?.requests ?? requests;
}

export async function deleteMinutesBefore(sql: SqlRunner, minute: number): Promise<void> {
  await sql.query('delete from rate_limit where minute < $1', [minute]);
}
