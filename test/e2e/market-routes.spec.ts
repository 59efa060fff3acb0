import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { loadConfig } from '#lib/config';
import { runCommandLine } from '../../apps/cli/src/program';
import { ShanghaiClock } from '../support/worlds/sync-world';
import { TestApi } from '../support/worlds/test-api';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { VendorMarket } from '../support/fakes/tushare/vendor-market';

const SPAN = { from: '2024-01-02', to: '2024-01-05' };

let vendor: FakeTushare;
let api: TestApi;
let bearer: string;
const clock = new ShanghaiClock();

beforeAll(async () => {
  vendor = await FakeTushare.start({ market: new VendorMarket({ from: '2023-12-01', to: '2024-01-10' }) });
  clock.set('2024-01-11T12:00:00');
  api = await TestApi.start({ clock, environment: { MARKET_SOURCE: 'tushare', ...vendor.environment } });
  bearer = await api.login();
});
afterAll(async () => {
  await api.stop();
  await vendor.close();
});

async function cli(words: string) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const read = () =>
    loadConfig({
      DATABASE_URL: api.databaseUrl,
      MARKET_SOURCE: 'tushare',
      CLOCK_START: '2024-01-11T04:00:00Z',
      TUSHARE_CALLS_PER_MINUTE: '1000000',
      SYNC_REPORTS: '0',
      ...vendor.environment,
    });
  const exitCode = await runCommandLine(words.split(' '), read, { stdout, stderr });
  return { exitCode, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
}

describe('market sync', () => {
  it('without Tushare responds 503 and explains how to set it up', async () => {
    const files = await TestApi.start({ databaseUrl: api.databaseUrl, environment: { MARKET_SOURCE: 'files' } });
    const reply = await files.call('POST', '/api/market/sync', { bearer: await files.login(), json: SPAN });
    expect(reply).toMatchObject({ status: 503, body: { success: false, code: 'market_not_configured' } });
    await files.stop();
  });

  it.each([
    [{ from: '2024-01-05', to: '2024-01-02' }, 'from'],
    [{ from: '2024-01-12' }, 'from'],
    [{ from: '2024-02-30' }, 'from'],
    [{ fromDate: '2024-01-02' }, 'fromDate'],
  ])('of %j responds 400 and names %s', async (json, name) => {
    const reply = await api.call('POST', '/api/market/sync', { bearer, json });
    expect(reply.status).toBe(400);
    expect(reply.body.fields?.map(({ field }) => field)).toEqual([name]);
  });

  it('is accepted, joined by the same one, and seen in the list and in the coverage', async () => {
    const { status, body } = await api.call('POST', '/api/market/sync', { bearer, json: SPAN });
    expect(status).toBe(202);
    const { syncId } = body.data as { syncId: number };
    expect((await api.call('POST', '/api/market/sync', { bearer, json: SPAN })).body.data).toEqual({ syncId });
    const sync = { id: syncId, kind: 'backfill', status: 'queued', ...SPAN, startedBy: 'admin', error: null };
    expect((await api.call('GET', `/api/market/syncs/${syncId}`, { bearer })).body.data).toMatchObject(sync);
    expect((await api.call('GET', '/api/market/syncs', { bearer })).body.data).toMatchObject({ syncs: [sync] });
    expect((await api.call('GET', '/api/market/coverage')).body.data).toMatchObject({ source: 'none', sync });
    expect((await api.call('GET', '/api/market/syncs/99', { bearer })).status).toBe(404);
    expect((await api.call('GET', '/api/market/syncs/x', { bearer })).status).toBe(400);
  });

  it('by the command line runs what waits, and reports the coverage', async () => {
    const { exitCode, stdout, stderr } = await cli(`market sync --from ${SPAN.from} --to ${SPAN.to} --json`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, status: 'completed', calls: 26, unitsDone: 20, unitsTotal: 20 });
    expect((await cli('market sync --from 2024-01-03 --to 2024-01-02')).exitCode).toBe(2);
    const coverage = await api.call('GET', '/api/market/coverage');
    expect(coverage.body.data).toMatchObject({
      ...{ source: 'tushare', stocks: 40, bars: 160, ...SPAN, latestCompleteDay: SPAN.to, provisionalDay: null },
      ...{ sync: null, warnings: [] },
    });
    expect((coverage.body.data as { dataSets: unknown[] }).dataSets).toContainEqual({
      ...{ name: 'stk_limit', ...SPAN, holes: [], lastError: null },
    });
    const status = JSON.parse((await cli('market status --json')).stdout) as { dataSets: { name: string }[] };
    expect(Object.keys(status).sort()).toEqual(['bars', 'dataSets', 'from', 'notes', 'source', 'stocks', 'to']);
    expect(status.dataSets.map(({ name }) => name)).toEqual([
      ...['daily_bar', 'trading_calendar', 'adj_factor', 'bse_mapping', 'daily_basic', 'namechange', 'stk_limit'],
      ...['stock_basic', 'suspend_d'],
    ]);
  });

  it('of incomplete days makes a scan respond 503 with their names, unless it is allowed', async () => {
    const json = { start_date: SPAN.from, end_date: SPAN.to };
    const path = '/api/stock-cycle/scans';
    const refused = await api.call('POST', path, { bearer, json });
    expect(refused).toMatchObject({ status: 503, body: { code: 'market_incomplete' } });
    expect(refused.body.error).toContain('2023-12-29');
    const allowed = await api.call('POST', path, { bearer, json: { ...json, allow_incomplete: true } });
    expect(allowed.status).toBe(202);
    const { scanId } = allowed.body.data as { scanId: number };
    const scan = await api.call('GET', `${path}/${scanId}`, { bearer });
    expect((scan.body.data as { warnings: string[] }).warnings).toEqual([expect.stringContaining('2023-12-29')]);
    const batch = await api.call('POST', '/api/stock-cycle/ground-volume-scan', { bearer, json });
    expect(batch).toMatchObject({ status: 503, body: { code: 'market_incomplete' } });
  });
});
