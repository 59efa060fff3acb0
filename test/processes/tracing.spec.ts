import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureAdministrator } from '#lib/accounts';
import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { FaultyProcess, freePort } from '../faults/support/faulty-process';
import { build } from '../support/processes/running-program';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { ADMIN } from '../support/worlds/test-api';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { type CollectedSpan, TraceCollector } from '../support/fakes/trace-collector';
import { until } from '../support/until';

const SCAN = { start_date: '2025-12-15', end_date: '2025-12-19' };
const CANARY = 'canary7f3a91c4';
const READY_MS = 60_000;
/** A root, and places in a trace that only a trusted proxy may name. */
const FOREIGN_TRACE = '0af7651916cd43dd8448eb211c80319c';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  build();
  testDatabase = await createTestDatabase();
  const dataSource = createDataSource({
    url: testDatabase.url,
    entities: ENTITIES,
    migrations: [],
    applicationName: 'tracing',
    poolSize: 2,
    statementTimeoutMs: 60_000,
  });
  database = new Database(await dataSource.initialize());
  const [from = ''] = openDaysBefore(SCAN.start_date, 361);
  await putSmallMarket(database, { from, to: SCAN.end_date }, [{ code: '000001', volumes: { '2025-12-17': 800 } }]);
  await ensureAdministrator(database, ADMIN);
}, 120_000);

afterAll(async () => {
  await database.dataSource.destroy();
  await testDatabase.drop();
});

/** API and worker as real processes, which export to `endpoint`. */
class TracedProcesses {
  private constructor(
    readonly api: FaultyProcess,
    readonly worker: FaultyProcess,
    readonly url: string,
  ) {}

  static async start(endpoint: string, settings: Record<string, string> = {}): Promise<TracedProcesses> {
    const port = await freePort();
    const environment = {
      DATABASE_URL: testDatabase.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      MARKET_SOURCE: 'files',
      PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      ...settings,
    };
    const started = new TracedProcesses(
      new FaultyProcess('api', environment),
      new FaultyProcess('worker', environment),
      `http://127.0.0.1:${port}`,
    );
    try {
      await until('API and worker run', READY_MS, async () => {
        const { status } = await started.call('GET', '/health/ready').catch(() => ({ status: 0 }));
        return status === 200 && started.worker.output.includes('the worker runs');
      });
    } catch (error) {
      await started.stop();
      throw error;
    }
    return started;
  }

  async call(method: string, path: string, headers: Record<string, string> = {}, json?: unknown): Promise<Reply> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body = (await response.json()) as { data?: Record<string, unknown> };
    return { status: response.status, data: body.data ?? {} };
  }

  async login(): Promise<string> {
    return String((await this.call('POST', '/api/auth/login', {}, ADMIN)).data['token']);
  }

  /** @returns exit codes of API and worker. */
  async stop(): Promise<(number | null)[]> {
    return Promise.all([this.api.end(), this.worker.end()]);
  }
}

interface Reply {
  status: number;
  data: Record<string, unknown>;
}

async function untilScanned(processes: TracedProcesses, token: string, scanId: unknown): Promise<void> {
  await until('the scan ends', READY_MS, async () => {
    const { data } = await processes.call('GET', `/api/stock-cycle/scans/${String(scanId)}`, bearer(token));
    return data['status'] === 'completed';
  });
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A body that arrives some time after its headers, as over a long line. */
async function sendSlowly(url: string, path: string, json: unknown): Promise<void> {
  const sent = request(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  sent.flushHeaders();
  await sleep(100);
  const answer = once(sent, 'response');
  sent.end(JSON.stringify(json));
  const [reply] = (await answer) as [IncomingMessage];
  await once(reply.resume(), 'end');
}

/** Whether a span is, over any number of steps, below another. */
function isBelow(spans: readonly CollectedSpan[], span: CollectedSpan, top: CollectedSpan): boolean {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent !== undefined && (parent === top || isBelow(spans, parent, top));
}

describe('a request, its jobs and their statements', () => {
  let collector: TraceCollector;
  let processes: TracedProcesses;
  let token: string;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    processes = await TracedProcesses.start(collector.endpoint, {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=for%20the%20collector',
    });
    token = await processes.login();
  }, 120_000);

  afterAll(async () => {
    await processes.stop();
    await collector.stop();
  });

  it('are one trace, which contains nothing of what was sent', async () => {
    const sent = {
      ...bearer(token),
      'x-request-id': CANARY,
      'user-agent': CANARY,
      referer: `http://127.0.0.1/?q=${CANARY}`,
      baggage: `secret=${CANARY}`,
      tracestate: `vendor=${CANARY}`,
      traceparent: `00-${FOREIGN_TRACE}-b7ad6b7169203331-01`,
    };
    const { status, data } = await processes.call('POST', '/api/stock-cycle/scans', sent, SCAN);
    expect(status).toBe(202);
    await untilScanned(processes, token, data['scanId']);
    await processes.call('GET', `/api/stock-cycle/sessions?api_key=sck_1234_${CANARY}`);
    await processes.call('GET', `/api/market/stocks?q=${CANARY}`, { 'x-api-key': CANARY, cookie: `token=${CANARY}` });
    await processes.call('GET', `/api/${CANARY}?token=${CANARY}`);
    await sendSlowly(processes.url, '/api/auth/login', { username: CANARY, password: `${CANARY}-password` });

    const scanSpan = (): CollectedSpan | undefined =>
      collector.spans.find(({ name }) => name === 'POST /api/stock-cycle/scans');
    const loginSpans = (): CollectedSpan[] => collector.spans.filter(({ name }) => name === 'POST /api/auth/login');
    const ofTrace = (): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === scanSpan()?.traceId);
    const jobSpan = (): CollectedSpan | undefined => ofTrace().find(({ kind }) => kind === 5);
    await until('all spans have come', 30_000, () => jobSpan() !== undefined && loginSpans().length === 2);

    const [spans, asked, job] = [ofTrace(), scanSpan(), jobSpan()];
    if (asked === undefined || job === undefined) throw new Error('a span is missing');
    expect(asked).toMatchObject({ service: 'stock-cycle-api', kind: 2, parentSpanId: '' });
    expect(asked.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/stock-cycle/scans',
      'http.response.status_code': 202,
    });
    // A trace that a client made up is not ours.
    expect(asked.traceId).not.toBe(FOREIGN_TRACE);
    expect(job).toMatchObject({ service: 'stock-cycle-worker', name: 'scan.range', parentSpanId: asked.spanId });

    const statements = spans.filter(({ kind }) => kind === 3);
    const ofRequest = statements.filter(({ service }) => service === 'stock-cycle-api');
    const ofJob = statements.filter(({ service }) => service === 'stock-cycle-worker');
    expect(ofRequest.some(({ attributes }) => String(attributes['db.query.text']).includes('insert into job '))).toBe(
      true,
    );
    expect(ofJob.some(({ attributes }) => String(attributes['db.query.text']).includes('insert into scan_hit'))).toBe(
      true,
    );
    expect(ofRequest.every((span) => isBelow(spans, span, asked))).toBe(true);
    expect(ofJob.every((span) => isBelow(spans, span, job))).toBe(true);

    // The statement that looked for the user's name is there, its parameter is not.
    const [, login] = loginSpans();
    const lookups = collector.spans.filter(({ parentSpanId }) => parentSpanId === login?.spanId);
    expect(lookups.some(({ attributes }) => String(attributes['db.query.text']).includes('app_user'))).toBe(true);
    expect(collector.text).toContain('"x-collector-key":"for the collector"');
    expect(collector.text).not.toContain(CANARY);
    expect(collector.text).not.toContain(token);
    expect(collector.text).not.toContain(ADMIN.password);
    // The log's line of the request leads to its trace.
    expect(processes.api.output).toContain(`"traceId":"${asked.traceId}"`);
    // What runs by itself, such as heartbeats, makes no traces.
    expect(collector.spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === '')).toEqual([]);
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  }, 120_000);

  it('are exported before the process ends', async () => {
    const before = collector.spans.length;
    const { status } = await processes.call('GET', '/api/stock-cycle/sessions');
    expect(status).toBe(200);
    expect(await processes.stop()).toEqual([0, 0]);
    expect(collector.spans.slice(before).map(({ name }) => name)).toContain('GET /api/stock-cycle/sessions');
  }, 90_000);
});

it('a request continues the trace of a trusted proxy, without its baggage', async () => {
  const collector = await TraceCollector.start();
  const processes = await TracedProcesses.start(collector.endpoint, { TRUST_PROXY: 'on' });
  try {
    const parent = { traceparent: `00-${FOREIGN_TRACE}-b7ad6b7169203331-01`, tracestate: `v=${CANARY}` };
    await processes.call('GET', '/api/stock-cycle/sessions', parent);
    await until('the span has come', 30_000, () => collector.spans.some(({ kind }) => kind === 2));
    const [span] = collector.spans.filter(({ kind }) => kind === 2);
    expect(span).toMatchObject({ traceId: FOREIGN_TRACE, parentSpanId: 'b7ad6b7169203331' });
    expect(collector.text).not.toContain(CANARY);
  } finally {
    await processes.stop();
    await collector.stop();
  }
}, 120_000);

describe('an unavailable collector', () => {
  it.each(['refused', 'silent'])(
    '%s: does not affect requests and jobs, and does not delay the shutdown',
    async (kind) => {
      const silent = await TraceCollector.start({ answers: false });
      const endpoint = kind === 'silent' ? silent.endpoint : `http://127.0.0.1:${await freePort()}`;
      const processes = await TracedProcesses.start(endpoint);
      try {
        const token = await processes.login();
        const times: number[] = [];
        for (let round = 0; round < 50; round += 1) {
          const start = performance.now();
          expect((await processes.call('GET', '/api/stock-cycle/sessions', bearer(token))).status).toBe(200);
          times.push(performance.now() - start);
        }
        // No request waits for an export, which takes seconds to fail.
        expect(times.sort((a, b) => a - b)[45]).toBeLessThan(1000);
        const { data } = await processes.call('POST', '/api/stock-cycle/scans', bearer(token), SCAN);
        await untilScanned(processes, token, data['scanId']);
        await until('the log tells of it', 30_000, () => processes.api.output.includes('traces are lost'));
        expect(processes.api.output.match(/traces are lost/g)).toHaveLength(1);
        const start = performance.now();
        expect(await processes.stop()).toEqual([0, 0]);
        expect(performance.now() - start).toBeLessThan(5000);
      } finally {
        await processes.stop();
        await silent.stop();
      }
    },
    60_000,
  );
});
