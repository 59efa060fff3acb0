import { randomUUID } from 'node:crypto';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { TestApi } from '../support/worlds/test-api';

const SETTINGS = '/api/auth/settings';

describe("a user's settings", () => {
  let api: TestApi;
  let user: TestUser;
  let other: TestUser;

  beforeAll(async () => {
    api = await TestApi.start({ environment: { RATE_LIMIT: 'off' } });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    user = await newUser();
    other = await newUser();
  });

  const newUser = () => createPlainUser(api, `u-${randomUUID().slice(0, 8)}`);
  const call = (method: string, path = '', json?: unknown, bearer = user.token) =>
    api.call(method, `${SETTINGS}${path}`, { bearer, ...(json === undefined ? {} : { json }) });
  const settingsOf = async ({ token }: TestUser) => (await call('GET', '', undefined, token)).body.data;

  it('are kept by key, replaced and forgotten, for that user alone', async () => {
    expect(await settingsOf(user)).toEqual({ settings: {} });
    const value = { keys: ['phase', '量'], wide: false };
    const stored = await call('PUT', '/session-columns', { value });
    expect([stored.status, stored.body.data]).toEqual([200, { key: 'session-columns', stored: true }]);
    await call('PUT', '/first-steps', { value: { done: true } });
    await call('PUT', '/first-steps', { value: { done: false } });
    expect(await settingsOf(user)).toEqual({ settings: { 'first-steps': { done: false }, 'session-columns': value } });
    expect(await settingsOf(other)).toEqual({ settings: {} });

    for (let times = 0; times < 2; times += 1) {
      const gone = await call('DELETE', '/first-steps');
      expect([gone.status, gone.body.data]).toEqual([200, { key: 'first-steps', deleted: true }]);
    }
    expect(await settingsOf(user)).toEqual({ settings: { 'session-columns': value } });
  });

  it.each([
    ['/Columns', { value: {} }, 'key'],
    ['/a%2Fb', { value: {} }, 'key'],
    ['/columns', {}, 'value'],
    ['/columns', { value: null }, 'value'],
    ['/columns', { value: [] }, 'value'],
    ['/columns', { value: { text: 'a\0b' } }, 'value'],
    ['/columns', { value: { text: '\ud83d' } }, 'value'],
    ['/columns', { value: { text: 'a'.repeat(8192) } }, 'value'],
    ['/columns', { value: {}, valeu: 2 }, 'valeu'],
  ])('reject %s with %j, naming %s', async (path, json, field) => {
    const reply = await call('PUT', path, json);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(field)]);
    expect(await settingsOf(user)).toEqual({ settings: {} });
  });

  it('are fifty at most, however many are stored at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 55 }, (_, at) => call('PUT', `/setting-${at}`, { value: { at } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(replies.filter(({ body }) => body.code === 'too_many_settings')).toHaveLength(5);
    const { settings } = (await settingsOf(user)) as { settings: object };
    const [known = ''] = Object.keys(settings);
    expect((await call('PUT', `/${known}`, { value: {} })).status).toBe(200);
  });

  it('need a credential', async () => {
    expect((await api.call('GET', SETTINGS)).status).toBe(401);
    expect((await api.call('PUT', `${SETTINGS}/columns`, { json: { value: {} } })).status).toBe(401);
  });
});
