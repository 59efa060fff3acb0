import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrainView } from '#lib/ai';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';
import { measured } from './support/measured';
import { seededRandom } from './support/seeded-random';
import { until } from '../support/until';

jest.setTimeout(300_000);

const ROOT = join(__dirname, '../..');
const CODES = Array.from({ length: 60 }, (_, index) => String(100 + index).padStart(6, '0'));
const PATIENCE_MS = 120_000;
const ANSWER_MS = 400;

/** `kill -9` of the workers in the middle of a drain, again and again. */
describe('a drain whose workers are killed', () => {
  let api: TestApi;
  let token: string;
  const workers = new Set<ChildProcess>();

  beforeAll(async () => {
    api = await TestApi.start({ environment: { AI_DRAIN_LANES: '3', CLOCK_START: '2025-12-19T12:00:00Z' } });
    token = await api.login();
    await putSmallMarket(
      api.database,
      { from: '2025-06-02', to: '2025-12-19' },
      CODES.map((code) => ({ code })),
    );
    await api.database.query(
      `insert into tracking_session (code, entry_date, market_source) select unnest($1::text[]), '2025-11-03', 'files'`,
      [CODES],
    );
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await api.stop();
  });

  const call = (method: string, path: string, json?: unknown) =>
    api.call(method, `/api/stock-cycle${path}`, { bearer: token, ...(json === undefined ? {} : { json }) });

  async function startWorker(): Promise<ChildProcess> {
    const worker = fork(join(ROOT, 'test/support/processes/fake-panel-worker.ts'), [String(ANSWER_MS)], {
      execArgv: ['--conditions=source', '--require', join(ROOT, 'test/support/runner/swc-register.cjs')],
      env: {
        ...process.env,
        DATABASE_URL: api.databaseUrl,
        JOB_LEASE_SECONDS: '2',
        CLOCK_START: '2025-12-19T12:00:00Z',
        MARKET_SOURCE: 'files',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    workers.add(worker);
    await once(worker, 'message');
    return worker;
  }

  async function kill(worker: ChildProcess): Promise<void> {
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
    workers.delete(worker);
  }

  it('resumes: every session is filled once, nothing is written twice', async () => {
    const random = seededRandom();
    const started = await call('POST', '/ai-fill-drains', { kind: 'daily' });
    const { drainId } = started.body.data as { drainId: number };
    const read = async (): Promise<DrainView> =>
      (await call('GET', `/ai-fill-drains/${drainId}`)).body.data as DrainView;
    const progress: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const pair = [await startWorker(), await startWorker()];
      const before = (await read()).done;
      await until('the drain has gone on', PATIENCE_MS, async () => (await read()).done >= Math.min(60, before + 5));
      await sleep(Math.floor(random() * ANSWER_MS * 2));
      await Promise.all(pair.map(kill));
      progress.push((await read()).done);
    }
    await startWorker();
    await until('the drain ends', PATIENCE_MS, async () => (await read()).finishedAt !== null);
    expect(await read()).toMatchObject({ status: 'completed', total: 60, filled: 60, skipped: 0, failed: 0 });
    expect(await read()).toMatchObject({ generated: 600, overwritten: 0 });
    measured(`sessions through at each kill of both workers, of 60`, progress.join(', '));

    const [rows] = await api.database.query<{ rows: number; distinct: number; latest: number }>(
      `select count(*)::int as rows, count(distinct (session_id, trade_date))::int as distinct,
         count(*) filter (where is_latest)::int as latest
       from daily_record`,
    );
    expect(rows).toMatchObject({ rows: 600, distinct: 600, latest: 60 });
    const days = await api.database.query<{ day: string }>(
      'select distinct trade_date as day from daily_record order by 1',
    );
    expect(days.map(({ day }) => day)).toEqual(openDaysBefore('2025-12-20', 10));
    const jobs = await api.database.query<{ state: string; attempts: number }>(
      `select state, attempts from job where name = 'ai.drain-lane'`,
    );
    expect(jobs.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
    expect(Math.max(...jobs.map(({ attempts }) => attempts))).toBeGreaterThan(1);
  });
});
