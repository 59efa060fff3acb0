import { ApiKeysService, type KeyScope } from '#lib/accounts';
import {
  createStockCycleClient,
  logIn,
  readData,
  readPages,
  type StockCycleClient,
  StockCycleError,
} from '../../packages/client/index.js';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import { TcpProxy } from '../support/processes/tcp-proxy';
import { until } from '../support/until';
import { createPlainUser } from '../support/worlds/plain-user';
import { ADMIN } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

const EVENTS = '/api/stock-cycle/scans/{id}/events';
const RANGE = { start_date: '2025-12-15', end_date: '2025-12-19' };
const CODES = ['000001', '000002', '000003'];

let service: TestService;
let client: StockCycleClient;

beforeAll(async () => {
  service = await TestService.start();
  const from = openDaysBefore(RANGE.start_date, 361)[0] ?? '';
  const stocks = CODES.map((code) => ({ code, volumes: { '2025-12-17': 900 } }));
  await putSmallMarket(service.database, { from, to: RANGE.end_date }, stocks);
  client = createStockCycleClient({ baseUrl: service.api.url, apiKey: await makeKey(['read', 'write']) });
});

afterAll(() => service.stop());

beforeEach(() => emptyTables(service.database, ['scan_run', 'scan_range', 'scan_hit', 'tracking_session']));

const makeKey = async (scopes: KeyScope[]): Promise<string> =>
  (await service.api.app.get(ApiKeysService).create(1, { name: 'script', scopes })).key;

const open = (by: StockCycleClient, code: string) =>
  readData(by.POST('/api/stock-cycle/sessions', { body: { code, entry_date: '2025-12-17' } }));

async function startScan(): Promise<number> {
  return (await readData(client.POST('/api/stock-cycle/scans', { body: RANGE }))).scanId;
}

const follow = (id: number, signal?: AbortSignal, by = client) =>
  by.stream(EVENTS, { params: { path: { id } }, signal, retryMs: 50, attempts: 1000 });

/** Events of a stream that was read to its end. */
async function typesOf(events: AsyncIterable<{ type: string }>): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('calls', () => {
  it('a script with a key opens a session and reads it', async () => {
    const { session } = await open(client, '000001');
    expect(session).toMatchObject({ code: '000001', status: 'open', currentPrimaryPhase: 'transition' });
    const params = { path: { id: session.id } };
    const detail = await readData(client.GET('/api/stock-cycle/sessions/{id}', { params }));
    expect(detail.session).toMatchObject({ id: session.id, entryDate: '2025-12-17' });
  });

  it('reads a list page by page', async () => {
    for (const code of CODES) await open(client, code);
    const pages: string[][] = [];
    const query = { status: 'open', sort: 'entry_date', limit: 2 } as const;
    const lists = readPages((offset) =>
      client.GET('/api/stock-cycle/sessions', { params: { query: { ...query, offset } } }),
    );
    for await (const { sessions } of lists) pages.push(sessions.map(({ code }) => code));
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    expect(pages.flat().sort()).toEqual(CODES);
  });

  it('a user logs in, works and logs out', async () => {
    const user = await logIn({ baseUrl: service.api.url, ...ADMIN });
    expect(await readData(user.GET('/api/auth/me'))).toMatchObject({ user: { username: 'admin' } });
    await readData(user.POST('/api/auth/logout'));
    expect(await failureOf(readData(user.GET('/api/auth/me')))).toMatchObject({ status: 401 });
  });
});

describe('errors', () => {
  it('has the server’s sentence, its code and the problem of each field', async () => {
    const error = await failureOf(open(client, '12'));
    expect(error).toBeInstanceOf(StockCycleError);
    expect(error).toMatchObject({
      ...{ name: 'StockCycleError', status: 400, code: 'invalid_input', retryAfter: null },
      fields: [{ field: 'code', message: expect.stringContaining('6 digits') }],
      requestId: expect.any(String),
    });
  });

  it('names the session that is open already', async () => {
    const { session } = await open(client, '000001');
    expect(await failureOf(open(client, '000001'))).toMatchObject({
      ...{ status: 409, code: 'open_session_exists', details: { sessionId: session.id } },
    });
  });

  it.each([
    ['a wrong key', () => 'sck_wrong_key', { status: 401, code: 'unauthorized' }],
    ['a key that only reads', () => makeKey(['read']), { status: 403, code: 'scope_missing' }],
    [
      'another user’s key',
      async () => (await createPlainUser(service.api)).apiKey,
      { status: 403, code: 'administrator_key_only' },
    ],
  ])('%s is rejected', async (_what, key, expected) => {
    const other = createStockCycleClient({ baseUrl: service.api.url, apiKey: await key() });
    expect(await failureOf(open(other, '000001'))).toMatchObject(expected);
  });

  it('a wrong password is rejected', async () => {
    const login = logIn({ baseUrl: service.api.url, username: 'admin', password: 'a wrong password' });
    expect(await failureOf(login)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('a server that does not answer is unreachable', async () => {
    const proxy = await TcpProxy.to('127.0.0.1', Number(new URL(service.api.url).port));
    const other = createStockCycleClient({ baseUrl: `http://127.0.0.1:${proxy.port}` });
    await proxy.close();
    expect(await failureOf(readData(other.GET('/api/screens')))).toMatchObject({
      ...{ status: 0, code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('a call that is aborted throws what its signal was aborted with', async () => {
    const call = client.GET('/api/screens', { signal: AbortSignal.abort(new Error('enough')) });
    expect(await failureOf(readData(call))).toMatchObject({ message: 'enough' });
  });
});

describe('streams', () => {
  it('follows a scan to its end', async () => {
    const id = await startScan();
    const events = [];
    for await (const event of follow(id)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'completed', data: { id, matchedCount: 3, persist: { created: 3 } } });
    expect(new Set(events.slice(0, -1).map(({ type }) => type)).size).toBeLessThan(2);
    // Of a scan that has ended there is one event.
    expect(await typesOf(follow(id))).toEqual(['completed']);
  });

  it('is rejected for an unknown scan, and without a credential', async () => {
    expect(await failureOf(typesOf(follow(4711)))).toMatchObject({ status: 404, code: 'not_found' });
    const stranger = createStockCycleClient({ baseUrl: service.api.url });
    expect(await failureOf(typesOf(follow(await startScan(), undefined, stranger)))).toMatchObject({ status: 401 });
  });

  it('is opened again where its connection breaks, and shows the present state', async () => {
    const proxy = await TcpProxy.to('127.0.0.1', Number(new URL(service.api.url).port));
    const key = await makeKey(['read']);
    const other = createStockCycleClient({ baseUrl: `http://127.0.0.1:${proxy.port}`, apiKey: key });
    await service.stopWorker();
    try {
      const id = await startScan();
      const events = follow(id, undefined, other);
      expect((await events.next()).value).toMatchObject({ type: 'progress', data: { status: 'queued' } });
      const next = events.next();
      proxy.set('refuse');
      proxy.set('pass');
      expect((await next).value).toMatchObject({ type: 'progress', data: { status: 'queued' } });
      // It ends meanwhile.
      proxy.set('refuse');
      await service.startWorker();
      expect((await typesOf(follow(id))).at(-1)).toBe('completed');
      proxy.set('pass');
      expect(await typesOf(events)).toEqual(['completed']);
    } finally {
      await proxy.close();
    }
  });

  it('ends with its signal, and the server lets go of it', async () => {
    await service.stopWorker();
    const id = await startScan();
    const stop = new AbortController();
    // As many as one user may hold open.
    const streams = Array.from({ length: 5 }, () => follow(id, stop.signal));
    for (const events of streams) expect((await events.next()).value).toMatchObject({ type: 'progress' });
    expect(await failureOf(typesOf(follow(id)))).toMatchObject({
      ...{ status: 429, code: 'too_many_streams', retryAfter: expect.any(Number) },
    });
    const ends = streams.map((events) => failureOf(events.next()));
    stop.abort(new Error('enough'));
    expect(await Promise.all(ends)).toEqual(streams.map(() => new Error('enough')));
    await until('a stream may be opened', 30_000, async () => {
      const again = follow(id);
      const first = await failureOf(again.next());
      await again.return();
      return first === undefined;
    });
    await service.startWorker();
    expect((await typesOf(follow(id))).at(-1)).toBe('completed');
  });
});
