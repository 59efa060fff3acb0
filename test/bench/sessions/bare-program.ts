/**
 * What list, detail and PATCH cost without any framework: node:http, pg, JSON, and as few prepared statements as give the same
 * answer. Nobody logs in. It runs in a process of its own.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, type QueryConfig, types } from 'pg';
import { PAGE_SIZE, type PatchPlan, type Plan, type RecordedStatement } from './recorded-queries';

interface Work {
  databaseUrl: string;
  poolSize: number;
  /** By method and path. */
  plans: Record<string, Plan>;
}

type Row = Record<string, unknown>;

const DATE = 1082;
const INT8 = 20;

function serve({ databaseUrl, poolSize, plans }: Work): void {
  types.setTypeParser(DATE, (text) => text);
  types.setTypeParser(INT8, Number);
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, options: '-c timezone=UTC' });
  const run = async (recorded: RecordedStatement): Promise<Row[]> => (await pool.query<Row>(queryOf(recorded))).rows;

  const answer = async (plan: Plan, request: IncomingMessage): Promise<unknown> => {
    if (plan.kind === 'patch') return { session: await patch(run, plan, await bodyOf(request)) };
    const rows = await run(plan.statement);
    if (plan.kind === 'detail') {
      const { version: _, dailyRows, weeklyRows, extra, ...session } = rows[0] as Row & { extra: Row };
      return { session, dailyRows, weeklyRows, aiJudgements: extra['aiJudgements'], warnings: [] };
    }
    const total = Number(rows[0]?.['total'] ?? 0);
    const offset = Number(new URL(request.url ?? '', 'http://bare').searchParams.get('offset'));
    return {
      sessions: rows.map(({ total: _, marketSource: __, ...row }) => row),
      pagination: { total, limit: PAGE_SIZE, offset, hasMore: offset + PAGE_SIZE < total },
      warnings: [],
    };
  };

  const server = createServer((request, reply) => {
    const plan = plans[`${request.method ?? ''} ${request.url ?? ''}`];
    if (plan === undefined) {
      reply.writeHead(404).end();
      return;
    }
    answer(plan, request).then(
      (data) => {
        const body = JSON.stringify({ success: true, data });
        reply
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
          .end(body);
      },
      (error: unknown) => {
        console.error(error);
        reply.writeHead(500).end();
      },
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

type Run = (recorded: RecordedStatement) => Promise<Row[]>;

async function patch(run: Run, { write, read }: PatchPlan, body: unknown): Promise<Row> {
  if (typeof body !== 'object' || body === null) throw new Error('the body is not an object');
  await run(write);
  return without('version', (await run(read))[0]);
}

/** Every statement is prepared, also those that the service plans each time. */
function queryOf({ statement, parameters }: RecordedStatement): QueryConfig {
  const { name, text } = typeof statement === 'string' ? { name: nameOf(statement), text: statement } : statement;
  return { name, text, values: [...parameters] };
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
}

function without(column: string, row: Row | undefined): Row {
  const { [column]: _, ...rest } = row ?? {};
  return rest;
}

process.once('message', (work) => serve(work as Work));
process.once('disconnect', () => process.exit(0));
