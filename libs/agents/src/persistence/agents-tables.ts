import { daysBack, type RetentionRule } from '#lib/database';
import { CreateMcpCalls1772100000000 } from './1772100000000-create-mcp-calls';
import { McpCall } from './mcp-call.entity';

export const AGENTS_ENTITIES = [McpCall];

export const AGENTS_MIGRATIONS = [CreateMcpCalls1772100000000];

export const AGENTS_RETENTION: readonly RetentionRule[] = [
  { keep: 'mcpCalls', table: 'mcp_call', what: 'Calls of agents', expired: daysBack('t.at') },
];
