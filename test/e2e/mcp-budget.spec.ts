import type { Client } from '@modelcontextprotocol/client';
import { ApiKeysService } from '#lib/accounts';
import { FakeAiServer } from '../support/fakes/fake-ai-server';
import { putSmallMarket, openDaysBefore } from '../support/database/small-market';
import { until } from '../support/until';
import { connectMcp } from '../support/worlds/mcp-client';
import { TestService } from '../support/worlds/test-service';
import { WallClock } from '../support/worlds/records-world';

const PATIENCE_MS = 60_000;
const DAYS = openDaysBefore('2026-01-01', 40);
const CODE = '600519';

interface Result {
  isError?: boolean;
  structuredContent: Record<string, unknown>;
}

describe('request_fill and the day’s AI budget', () => {
  const clock = new WallClock();
  let fakeAi: FakeAiServer;
  let service: TestService;
  let agent: Client;
  let sessionId: number;

  beforeAll(async () => {
    clock.set(`${DAYS.at(-1) ?? ''}T20:00:00`);
    fakeAi = await FakeAiServer.start();
    service = await TestService.start(
      { AI_MODELS: 'gpt', AI_BASE_URL: fakeAi.url, AI_API_KEY: 'sk-of-a-test', AI_CALLS_PER_DAY: '1' },
      { clock },
    );
    await putSmallMarket(service.database, { from: DAYS[0] ?? '', to: DAYS.at(-1) ?? '' }, [{ code: CODE }]);
    const { key } = await service.api.app.get(ApiKeysService).create(1, { name: 'agent', scopes: ['read', 'write'] });
    agent = await connectMcp(service.api.url, key, 'auto');
    const created = await service.call('POST', '/api/stock-cycle/sessions', {
      json: { code: CODE, entry_date: DAYS.at(-1) },
    });
    sessionId = (created.body.data as { session: { id: number } }).session.id;
  });
  afterAll(async () => {
    await agent.close();
    await service.stop();
    await fakeAi.stop();
  });

  const requestFill = async (kind: 'daily' | 'weekly'): Promise<Result> =>
    (await agent.callTool({ name: 'request_fill', arguments: { session_id: sessionId, kind } })) as unknown as Result;
  const countJobs = async (): Promise<number> =>
    (await service.database.query<{ n: number }>('select count(*)::int as n from job'))[0]?.n ?? -1;

  it('answers what is left, and is refused without a job where nothing is', async () => {
    const { structuredContent: first } = await requestFill('daily');
    expect(first).toMatchObject({ budgetLeft: { calls: 1 } });
    await until('the fill ends', PATIENCE_MS, async () => {
      const { body } = await service.call('GET', `/api/jobs/${String(first['jobId'])}`);
      return ['completed', 'failed'].includes((body.data as { state: string }).state);
    });
    expect(fakeAi.calls).toBe(1);
    const jobs = await countJobs();
    const refused = await requestFill('weekly');
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: 'budget_spent', message: expect.stringContaining('0 calls and') as unknown },
      },
    });
    expect(await countJobs()).toBe(jobs);
    expect(fakeAi.calls).toBe(1);
  });
});
