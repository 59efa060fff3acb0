import type { ReplicaStats } from '#lib/database';
import { ReplicatedPostgres } from '../support/database/replicated-postgres';
import { putSmallMarket } from '../support/database/small-market';
import { until } from '../support/until';
import { TestApi } from '../support/worlds/test-api';

const SESSIONS = '/api/stock-cycle/sessions';
const BOUND_MS = 1000;
const PATIENCE_MS = 30_000;
const ROUNDS = 20;
const STOCKS = 200;
const SPAN = { from: '2025-12-01', to: '2025-12-19' };

/** Of the market, after the others. */
const NEXT_DAY = '2025-12-22';

const codeOf = (no: number): string => String(600_000 + no);

describe('a streaming replica', () => {
  let servers: ReplicatedPostgres;
  let writer: TestApi;
  let reader: TestApi;
  let token: string;
  let opened = 0;

  beforeAll(async () => {
    servers = await ReplicatedPostgres.start();
    writer = await start();
    reader = await start();
    token = await writer.login();
    const stocks = Array.from({ length: STOCKS }, (_, no) => ({ code: codeOf(no), turnoverPct: 1 }));
    await putSmallMarket(writer.database, SPAN, stocks);
    await untilState('ok');
  }, 120_000);

  afterAll(async () => {
    await writer.stop();
    await reader.stop();
    await servers.remove();
  });

  const start = (environment: Record<string, string> = {}): Promise<TestApi> =>
    TestApi.start({
      databaseUrl: servers.url,
      environment: {
        DATABASE_REPLICA_URL: servers.replicaUrl,
        DATABASE_REPLICA_MAX_LAG_MS: String(BOUND_MS),
        ...environment,
      },
    });

  const statsOf = (api: TestApi): ReplicaStats => {
    const stats = api.database.getReplicaStats();
    if (stats === undefined) throw new Error('no replica is configured');
    return stats;
  };

  const untilState = (state: ReplicaStats['state']): Promise<unknown> =>
    until(`both see that the replica is ${state}`, PATIENCE_MS, () =>
      [writer, reader].every((api) => statsOf(api).state === state),
    );

  /** Opens a session for a stock that has none. @returns its code. */
  async function open(): Promise<string> {
    const code = codeOf(opened);
    opened += 1;
    const { status } = await writer.call('POST', SESSIONS, { json: { code, entry_date: SPAN.from }, bearer: token });
    expect(status).toBe(200);
    return code;
  }

  async function listedAt(api: TestApi, bearer: string | undefined): Promise<string[]> {
    const path = `${SESSIONS}?limit=100`;
    const { status, body } = await api.call('GET', path, bearer === undefined ? {} : { bearer });
    expect(status).toBe(200);
    return (body.data as { sessions: { code: string }[] }).sessions.map(({ code }) => code);
  }

  it.each([
    ['the list of sessions', `${SESSIONS}?limit=20`],
    ['its CSV', `${SESSIONS}?format=csv`],
    ['the search for stocks', '/api/market/stocks?query=6000'],
    ['a chart', `/api/market/stocks/${codeOf(1)}/bars`],
    ['small charts', `/api/market/bars?codes=${codeOf(1)},${codeOf(2)}&count=5`],
    ['chips', `/api/market/stocks/${codeOf(1)}/chips`],
    ['risers', '/api/market/risers'],
  ])('serves %s', async (_what, path) => {
    await until('the replica answers', PATIENCE_MS, async () => {
      const before = statsOf(reader);
      expect((await reader.call('GET', path, { bearer: token })).status).toBe(200);
      const after = statsOf(reader);
      expect(after.fallbacks).toEqual(before.fallbacks);
      return after.reads.replica > before.reads.replica && after.reads.primary === before.reads.primary;
    });
  });

  it('serves a lookup of keywords that comes as a POST', async () => {
    const created = await writer.call('POST', '/api/auth/api-keys', { bearer: token, json: { name: 'lookups' } });
    const { key } = created.body.data as { key: string };
    await until('the replica answers', PATIENCE_MS, async () => {
      const before = statsOf(reader).reads.replica;
      const lookup = { json: { keyword: 'none' }, headers: { 'x-api-key': key } };
      const { status } = await reader.call('POST', '/api/admin/seo-ranking/keyword-search', lookup);
      expect(status).toBe(404);
      return statsOf(reader).reads.replica > before;
    });
  });

  it('never writes there: what a write reads is the primary’s', async () => {
    const before = statsOf(writer).reads;
    await open();
    expect(statsOf(writer).reads).toEqual(before);
  });

  it('shows a writer at another API what was acknowledged to them, in lists and on public routes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = await open();
      expect(await listedAt(reader, token)).toContain(code);
      const found = await reader.call('GET', `/api/market/stocks?query=${code}`, { bearer: token });
      expect((found.body.data as { items: { openSessionId: number | null }[] }).items[0]?.openSessionId).not.toBeNull();
    }
    expect(statsOf(reader).fallbacks).toEqual({ conflict: 0, lost: 0, other: 0 });
  });

  it('that stands still shows no writer an old list, and nobody one beyond the bound', async () => {
    await untilState('ok');
    await servers.pauseReplay();
    try {
      const code = await open();
      expect(await listedAt(reader, token)).toContain(code);
      await until('strangers see it too', PATIENCE_MS, async () => (await listedAt(reader, undefined)).includes(code));
      await untilState('stale');
      const ready = await reader.call('GET', '/health/ready');
      expect(ready.body.data).toMatchObject({ status: 'degraded', degraded: expect.arrayContaining(['replica']) });
      expect(statsOf(reader).lagBytes).toBeGreaterThan(0);
    } finally {
      await servers.resumeReplay();
    }
    await untilState('ok');
  });

  it('gives screens the bars of the market as it is, also while it is behind', async () => {
    // A bound that the test does not reach: what counts is the position alone.
    const api = await start({ BAR_MATRIX: 'on', DATABASE_REPLICA_MAX_LAG_MS: '600000' });
    try {
      await until('the replica is read', PATIENCE_MS, () => statsOf(api).state === 'ok');
      const formula = { name: 'all of them', formula: 'CLOSE > 0' };
      const created = await api.call('POST', '/api/screens', { json: formula, bearer: token });
      const { id } = (created.body.data as { screen: { id: string } }).screen;
      const run = async (asOf: string): Promise<number> => {
        const path = `/api/screens/${id}/run`;
        const { status, body } = await api.call('POST', path, { json: { as_of: asOf }, bearer: token });
        expect(status).toBe(200);
        return (body.data as { dataVersion: number }).dataVersion;
      };
      const before = statsOf(api).reads.replica;
      const version = await run(SPAN.to);
      expect(statsOf(api).reads.replica).toBeGreaterThan(before);
      await servers.pauseReplay();
      await putSmallMarket(api.database, { from: NEXT_DAY, to: NEXT_DAY }, [{ code: '000001' }]);
      expect(await run(NEXT_DAY)).toBe(version + 1);
    } finally {
      await servers.resumeReplay();
      await api.stop();
    }
    await untilState('ok');
  });

  it('counts reads by side for Prometheus', async () => {
    const { text } = await reader.call('GET', '/metrics');
    expect(text).toMatch(/^database_reads_total\{side="replica"\} [1-9]/m);
    expect(text).toMatch(/^database_replica_lag_seconds \d/m);
  });

  it('is not read where it is no replica of ours, and the log says why', async () => {
    const stranger = process.env['TEST_DATABASE_SERVER_URL'] ?? '';
    const api = await start({ DATABASE_REPLICA_URL: stranger });
    try {
      await until('it is refused', PATIENCE_MS, () => statsOf(api).state === 'other_system');
      const before = statsOf(api).reads;
      expect(await listedAt(api, undefined)).toHaveLength(opened);
      expect(statsOf(api).reads).toMatchObject({ replica: 0, primary: expect.any(Number) as number });
      expect(statsOf(api).reads.primary).toBeGreaterThan(before.primary);
      expect(api.logs).toContain('server of another cluster');
    } finally {
      await api.stop();
    }
  });
});
