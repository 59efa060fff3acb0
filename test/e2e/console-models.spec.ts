import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AiModelsView, ModelHealthCheck, ModelSetup, ModelSetupsView } from '#lib/ai';
import { loadConfig } from '#lib/config';
import { prepareDatabase } from '../../apps/supervisor/src/prepare-database';
import { FakeVendor } from '../support/fakes/fake-ai-vendor';
import { WallClock } from '../support/worlds/records-world';
import { putSmallMarket } from '../support/database/small-market';
import { ADMIN, TestApi } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

const TODAY = '2025-12-19';
const MODELS = '/api/ai/models';
const KEY = 'sk-canary-4be1';

jest.setTimeout(120_000);

const listOf = (body: { data?: unknown }): ModelSetupsView => body.data as ModelSetupsView;
const names = ({ models }: ModelSetupsView): string[] => models.map(({ name }) => name);

describe('a model of the console', () => {
  let vendor: FakeVendor;
  let service: TestService;

  beforeAll(async () => {
    vendor = await FakeVendor.start({ first: {}, second: {}, other: {} });
    const clock = new WallClock();
    clock.set(`${TODAY}T20:00:00`);
    service = await TestService.start({ HOME_API_KEY: KEY }, { clock });
    await putSmallMarket(service.database, { from: '2025-06-02', to: TODAY }, [{ code: '000001' }]);
    await service.database.query(
      `insert into tracking_session (code, entry_date, market_source) values ('000001', '2025-11-03', 'files')`,
    );
  });
  afterAll(async () => {
    await service.stop();
    await vendor.stop();
  });
  afterEach(() => service.database.query('delete from ai_model'));

  const put = (name: string, json: object = {}) =>
    service.call('PUT', `${MODELS}/${name}`, { json: { baseUrl: vendor.url, ...json } });
  const list = async () => listOf((await service.call('GET', MODELS)).body);
  const fill = () => service.call('POST', '/api/stock-cycle/sessions/1/ai-fill-weekly');
  const asked = (model: string) => vendor.counts(model).answered;

  it('receives the next requests of fills, in the running worker, and so does its changed version', async () => {
    const saved = await put('mine', { model: 'first', apiKeyEnv: 'HOME_API_KEY', stream: false });
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject({ name: 'mine', source: 'console', isAsked: true, hasKey: true });
    expect(saved.body.data).toMatchObject({ updatedBy: 'admin', updatedAt: expect.any(String) });
    expect((await fill()).status).toBe(200);
    const first = asked('first');
    expect(first).toBeGreaterThan(0);
    await put('mine', { model: 'second' });
    await put('last', { model: 'other' });
    expect((await fill()).status).toBe(200);
    const [second, other] = [asked('second'), asked('other')];
    expect([asked('first'), second > 0, other > 0]).toEqual([first, true, true]);
    expect((await service.call('DELETE', `${MODELS}/mine`)).body.data).toEqual({ name: 'mine', deleted: true });
    await fill();
    expect([asked('second'), asked('other') > other]).toEqual([second, true]);
    const { models } = (await service.call('GET', '/api/stock-cycle/ai-models')).body.data as AiModelsView;
    expect(models).toMatchObject([{ model: 'last' }]);
  });

  it('responds to a check in the process of the API as soon as it is saved', async () => {
    await put('hello', { model: 'first' });
    const check = await service.call('POST', `${MODELS}/hello/check`);
    expect(check.body.data as ModelHealthCheck).toMatchObject({ model: 'hello', isAnswering: true });
  });

  it('receives no requests when switched off, and can be tested', async () => {
    await put('off', { model: 'first', enabled: false });
    expect((await list()).models).toMatchObject([{ name: 'off', enabled: false, isAsked: false }]);
    const { models } = (await service.call('GET', '/api/stock-cycle/ai-models')).body.data as AiModelsView;
    expect(models).toMatchObject([{ model: 'rules' }]);
    expect((await service.call('POST', `${MODELS}/off/check`)).body.data).toMatchObject({ isAnswering: true });
  });

  it('keeps its position in the order, and is one of at most nine', async () => {
    for (const name of ['a', 'b', 'c']) await put(name);
    await put('c', { position: 1 });
    await put('a', { timeoutMs: 1000 });
    expect(names(await list())).toEqual(['c', 'a', 'b']);
    expect((await put(encodeURIComponent('d/e:8b%'), { position: 2 })).status).toBe(200);
    expect(names(await list())).toEqual(['c', 'd/e:8b%', 'a', 'b']);
    const many = await Promise.all(['m5', 'm6', 'm7', 'm8', 'm9', 'm10'].map((name) => put(name)));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
    expect(many.find(({ status }) => status === 409)?.body.code).toBe('too_many_models');
    expect(names(await list()).slice(0, 4)).toEqual(['c', 'd/e:8b%', 'a', 'b']);
  });

  it.each([
    ['a', { baseUrl: null }, 'needs a baseUrl or a preset'],
    ['a', { rpm: 0 }, 'rpm must be a whole number from 1'],
    ['a', { pricePerMTokIn: 'cheap' }, 'pricePerMTokIn must be a number'],
    ['a', { preset: 'acme' }, 'preset must be one of deepseek'],
    ['a', { baseUrl: 'file:///etc/passwd' }, 'baseUrl must be a URL'],
    ['a', { baseUrl: 'http://169.254.169.254/v1' }, "a cloud's metadata"],
    ['a', { apiKeyEnv: KEY }, 'never a key'],
    ['a', { apiKeyEnv: 'DEEPSEEK_API_KEY' }, 'a variable of its own'],
    ['a', { apiKey: KEY }, 'unknown field \\"apiKey\\"'],
    ['a', { extraBody: { api_key: KEY } }, 'must hold no secret'],
    ['a', { extraBody: { '\u0000': 1 } }, "can't be stored"],
    ['a', { position: 0 }, 'position must be'],
    ['rules', {}, 'must not be rules'],
    ['a%20b', {}, 'without spaces'],
    ['a%00', {}, 'without spaces'],
  ])('%s with %j is rejected by the sentence of the field, and nothing is stored', async (name, json, sentence) => {
    const reply = await put(name, json);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(sentence);
    expect(reply.text + service.api.logs).not.toContain(KEY);
    expect((await list()).models).toEqual([]);
  });

  it('is stored without its key, and the audit trail contains every change', async () => {
    await put('mine', { model: 'first', apiKeyEnv: 'HOME_API_KEY' });
    await put('mine', { model: 'second', apiKeyEnv: 'HOME_API_KEY' });
    await service.call('POST', `${MODELS}/mine/check`);
    expect((await service.call('DELETE', `${MODELS}/nobody`)).status).toBe(404);
    await service.call('DELETE', `${MODELS}/mine`);
    const trail = await service.call('GET', '/api/admin/audit-events?limit=3');
    const details = { baseUrl: vendor.url, apiKeyEnv: 'HOME_API_KEY', enabled: true };
    expect((trail.body.data as { items: unknown[] }).items).toMatchObject([
      { action: 'ai_model.deleted', subject: 'mine', actor: { username: 'admin' } },
      { action: 'ai_model.changed', subject: 'mine', details: { model: 'second', ...details } },
      { action: 'ai_model.created', subject: 'mine', details: { model: 'first', ...details } },
    ]);
    const rows = await service.database.query(
      `select (select json_agg(m) from ai_model m)::text || (select json_agg(e) from audit_event e)::text
         || (select json_agg(c) from ai_call c)::text as text`,
    );
    expect(trail.text + service.api.logs + JSON.stringify(rows)).not.toContain(KEY);
  });

  it('is reported if this build cannot read it, and the others receive requests', async () => {
    await put('good', { model: 'first' });
    await service.database.query(`insert into ai_model (name, position, settings) values ('new', 0, '{"speed": 9}')`);
    const seen = await list();
    expect([names(seen), seen.unreadable]).toEqual([
      ['good'],
      [{ name: 'new', problem: expect.stringContaining('unknown field speed') }],
    ]);
    expect((await fill()).status).toBe(200);
    expect((await put('new', { model: 'first' })).status).toBe(200);
    expect((await list()).unreadable).toEqual([]);
  });
});

describe('models of the operator and of the console', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-models-'));
    file = join(folder, 'models.json');
    const models = [
      { name: 'filed', preset: 'ollama' },
      { name: 'spare', preset: 'vllm' },
    ];
    writeFileSync(file, JSON.stringify({ models }));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const started = async (environment: Record<string, string>, work: (api: TestApi, admin: string) => Promise<void>) => {
    const api = await TestApi.start({ environment });
    try {
      await work(api, await api.login());
    } finally {
      await api.stop();
    }
  };
  const json = { preset: 'deepseek' };

  it('have unique names: the file has priority, and is not changed from the console', () =>
    started({ AI_MODELS_FILE: file }, async (api, bearer) => {
      const call = (method: string, name: string) =>
        api.call(method, `${MODELS}/${name}`, { bearer, ...(method === 'PUT' ? { json } : {}) });
      await api.database.query(
        `insert into ai_model (name, position, settings) values ('filed', 1, '{"preset": "deepseek"}')`,
      );
      for (const method of ['PUT', 'DELETE']) {
        const refused = await call(method, 'filed');
        expect([refused.status, refused.body.code]).toEqual([409, 'model_of_operator']);
      }
      expect((await call('PUT', 'added')).status).toBe(200);
      const seen = listOf((await api.call('GET', MODELS, { bearer })).body);
      expect(seen.models.map(({ name, source, preset }: ModelSetup) => [name, source, preset])).toEqual([
        ['filed', 'file', 'ollama'],
        ['spare', 'file', 'vllm'],
        ['added', 'console', 'deepseek'],
      ]);
    }));

  it('have unique names: what AI_MODELS names at AI_BASE_URL is not changed from the console', () =>
    started({ AI_MODELS: 'rules,gpt', AI_BASE_URL: 'http://127.0.0.1:9/v1' }, async (api, bearer) => {
      const refused = await api.call('PUT', `${MODELS}/gpt`, { bearer, json });
      expect([refused.status, refused.body.code]).toEqual([409, 'model_of_operator']);
      expect(refused.body.error).toContain('AI_BASE_URL');
    }));

  it('are selected and ordered by AI_MODELS, and stay', () =>
    started({ AI_MODELS: 'later,rules,added' }, async (api, bearer) => {
      const call = (method: string, path: string) =>
        api.call(method, path, { bearer, ...(method === 'PUT' ? { json } : {}) });
      const configured = async () =>
        ((await call('GET', '/api/stock-cycle/ai-models')).body.data as AiModelsView).configured;
      expect(await configured()).toBe(false);
      for (const name of ['added', 'unasked', 'later']) {
        expect((await call('PUT', `${MODELS}/${name}`)).status).toBe(200);
      }
      expect(await configured()).toBe(true);
      const seen = listOf((await call('GET', MODELS)).body);
      expect(seen.models.map(({ name, isAsked }: ModelSetup) => [name, isAsked])).toEqual([
        ['later', true],
        ['added', true],
        ['unasked', false],
      ]);
      expect(seen.isSelected).toBe(true);
      const refused = await call('DELETE', `${MODELS}/later`);
      expect([refused.status, refused.body.code]).toEqual([409, 'model_selected']);
      expect((await call('DELETE', `${MODELS}/unasked`)).status).toBe(200);
      expect(names(listOf((await call('GET', MODELS)).body))).toEqual(['later', 'added']);
    }));

  it('cover the names of AI_MODELS together, or the start stops with one sentence', () =>
    started({}, async (api, bearer) => {
      const environment = { AI_MODELS_FILE: file, AI_MODELS: 'spare,added' };
      const again = () => TestApi.start({ environment, databaseUrl: api.databaseUrl });
      const config = loadConfig({ ...environment, MARKET_SOURCE: 'files', ADMIN_PASSWORD: ADMIN.password });
      const prepare = () =>
        prepareDatabase(config, api.databaseUrl, { say: () => undefined, onPassword: () => undefined });
      for (const start of [prepare, again]) {
        await expect(start()).rejects.toThrow(
          'AI_MODELS names added, but neither AI_MODELS_FILE, the console nor AI_BASE_URL tells where it is',
        );
      }
      expect((await api.call('PUT', `${MODELS}/added`, { bearer, json })).status).toBe(200);
      await prepare();
      const other = await again();
      expect(names(listOf((await other.call('GET', MODELS, { bearer: await other.login() })).body))).toEqual([
        'spare',
        'added',
        'filed',
      ]);
      await other.stop();
    }));
});
