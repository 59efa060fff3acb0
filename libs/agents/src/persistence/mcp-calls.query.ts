import { insertOf, type SqlRunner } from '#lib/database';
import { McpCall } from './mcp-call.entity';

export type NewMcpCall = Omit<McpCall, 'id' | 'at'>;

export async function insertMcpCall(sql: SqlRunner, call: NewMcpCall): Promise<void> {
  const { text, parameters } = insertOf(McpCall, call);
  await sql.query(text, parameters);
}
