import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeBackup } from '#lib/backup';
import { SCHEMA } from '#lib/schema';
import { loadConfig } from '#lib/config';
import { StreamConnection } from '#lib/database';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { OPERATIONS, type OpenApiOperation, pathOf } from '../support/openapi/openapi-operations';
import { until } from '../support/until';
import { CanaryService, CONFIGURED } from './support/canary-service';
import { SecretSearch } from './support/secret-search';

const NEW_PASSWORD = 'c4n4ry new pass/phrase';
const UNKNOWN_KEY = `sck_${'ab12'.repeat(4)}_${'cafe'.repeat(16)}`;
/** What a vendor or a model needs to be asked, repeated and given up. */
const VENDORS_MS = 60_000;

jest.setTimeout(120_000);

describe('the search for secrets in all output of the program', () => {
  const search = new SecretSearch();
  let service: CanaryService;
  let token = '';
  let key = '';

  beforeAll(async () => {
    service = await CanaryService.start();
    for (const [name, secret] of Object.entries(CONFIGURED)) search.add(name, secret);
    search.add('a new password', NEW_PASSWORD);
    token = await login();
    key = await newKey('searched for');
    for (const [name, secret] of [
      ['a login token', token],
      ['the signature of a login token', token.split('.')[2] ?? ''],
      ['an API key', key],
      ['the secret of an API key', key.split('_')[2] ?? ''],
      ['the secret of an unknown API key', UNKNOWN_KEY.split('_')[2] ?? ''],
    ] as const) {
      search.add(name, secret);
    }
    await driveLogins();
    await driveRoutes();
    await driveVendors();
    await driveFaults();
  });
  afterAll(() => service.stop());

  const json = { 'content-type': 'application/json' };
  const bearer = () => ({ authorization: `Bearer ${token}` });

  async function login(): Promise<string> {
    const body = JSON.stringify({ username: 'admin', password: CONFIGURED.ADMIN_PASSWORD });
    const { text } = await service.call('POST', '/api/auth/login', { headers: json, body }, true);
    return (JSON.parse(text) as { data: { token: string } }).data.token;
  }

  async function newKey(name: string): Promise<string> {
    const headers = { ...json, ...bearer() };
    const { text } = await service.call(
      'POST',
      '/api/auth/api-keys',
      { headers, body: JSON.stringify({ name }) },
      true,
    );
    return (JSON.parse(text) as { data: { key: string } }).data.key;
  }

  async function driveLogins(): Promise<void> {
    const post = (path: string, body: string, headers = json) => service.call('POST', path, { headers, body });
    for (const username of ['nobody', CONFIGURED.ADMIN_PASSWORD, 'line\n{"level":"error"}', 'admin']) {
      await post('/api/auth/login', JSON.stringify({ username, password: `${CONFIGURED.ADMIN_PASSWORD}!` }));
    }
    const user = JSON.stringify({ username: 'plain', password: NEW_PASSWORD, role: 'user' });
    expect((await post('/api/admin/users', user, { ...json, ...bearer() })).status).toBe(200);
    expect((await post('/api/admin/users', user, { ...json, ...bearer() })).status).toBe(409);
    await post('/api/auth/login', `{"username":"admin","password":"${CONFIGURED.JWT_SECRET}",`);
    await post(
      '/api/auth/login',
      JSON.stringify({ username: 'admin', password: [NEW_PASSWORD], passwort: NEW_PASSWORD }),
    );
    const change = { current_password: NEW_PASSWORD, new_password: NEW_PASSWORD };
    await post('/api/auth/password', JSON.stringify(change), { ...json, ...bearer() });
  }

  /** Every way in which a credential comes, right or misplaced, to a route. */
  function waysIn(): { query: string; headers: Record<string, string> }[] {
    return [
      { query: `api_key=${key}`, headers: {} },
      { query: `api_key=${everyByteEncoded(key)}`, headers: {} },
      { query: `${everyByteEncoded('api_key')}=${everyByteEncoded(key)}`, headers: {} },
      { query: `api%5Fkey=${key.replaceAll('_', '%5f')}`, headers: {} },
      { query: `q=${everyByteEncoded(everyByteEncoded(key))}`, headers: {} },
      { query: `api_key=${key}&api_key=${UNKNOWN_KEY}`, headers: {} },
      {
        query: `x=${encodeURIComponent(`http://h/?token=${token}`)}`,
        headers: { authorization: `Bearer ${UNKNOWN_KEY}` },
      },
      { query: `token=${everyByteEncoded(token)}`, headers: { authorization: `Bearer ${token}x` } },
      { query: '', headers: { authorization: `Basic ${Buffer.from(`admin:${NEW_PASSWORD}`).toString('base64')}` } },
      {
        query: '',
        headers: {
          cookie: `stock_cycle=${token}; other=${key}`,
          'x-api-key': key,
          referer: `http://h/?api_key=${key}`,
          'user-agent': `agent ${key}`,
          'x-request-id': `id-${key.slice(0, 30)}\u00e9`,
          'x-forwarded-for': key,
        },
      },
    ];
  }

  async function driveRoutes(): Promise<void> {
    const operations = OPERATIONS.filter(({ path }) => !/events$|auth\/logout/.test(path));
    const body = JSON.stringify({
      password: NEW_PASSWORD,
      current_password: NEW_PASSWORD,
      new_password: [NEW_PASSWORD],
    });
    const init = (operation: OpenApiOperation, headers: Record<string, string>) => ({
      // No wait for a worker: whether it is done is not the question here.
      headers: { prefer: 'respond-async', ...(operation.body === undefined ? {} : json), ...headers },
      ...(operation.body === undefined ? {} : { body }),
    });
    for (const operation of operations) {
      // An id that no row has, so that no key or session goes.
      const path = pathOf(operation, (name) => (name === 'code' ? '600519' : '999999'));
      await Promise.all(
        waysIn().map(({ query, headers }) =>
          service.call(operation.method, `${path}${query === '' ? '' : `?${query}`}`, init(operation, headers)),
        ),
      );
    }
    for (const { query, headers } of waysIn()) {
      await service.call('GET', `/api/nothing/${key.replaceAll('_', '%5F')}?${query}`, { headers });
      await service.call('GET', `/%0a%7b%22level%22:1%7d?${query}`, { headers });
    }
  }

  async function driveVendors(): Promise<void> {
    const call = (method: string, path: string, body?: object) =>
      service.call(method, path, {
        headers: { ...bearer(), ...(body === undefined ? {} : json) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const sessions = '/api/stock-cycle/sessions';
    expect((await call('POST', sessions, { code: '600519', entry_date: '2025-12-01' })).status).toBe(200);
    await call('POST', '/api/market/sync', { from: '2025-12-15' });
    await call('POST', `${sessions}/1/ai-fill-daily`);
    await call('POST', `${sessions}/1/ai-fill-weekly`, { target: 'cycle_session' });
    await call('POST', `${sessions}/1/ai-fill-fundamental`);
    await call('POST', '/api/stock-cycle/sync-cyq-cache', {});
    await until('models and vendor were asked, and nothing runs any more', VENDORS_MS, async () => {
      const [state] = await service.database.query<{ faults: number; running: number }>(
        `select (select count(distinct fault) from ai_run)::int as faults,
           (select count(*) from job where state in ('queued', 'running') and attempts = 0)::int as running`,
      );
      return state !== undefined && state.faults >= 3 && state.running === 0 && service.echo.vendor.length >= 1;
    });
    for (const path of ['/api/jobs', '/api/stock-cycle/ai-runs', '/api/market/syncs', '/api/stock-cycle/ai-models']) {
      await call('GET', path);
      for (let id = 1; id <= 30; id += 1) await call('GET', `${path}/${id}`);
    }
  }

  /** What the program says of tables that are gone: errors of the database, with a secret among the parameters. */
  async function driveFaults(): Promise<void> {
    for (const table of ['api_key', 'app_user']) {
      await service.database.query(`alter table ${table} rename to ${table}_away`);
      for (const { query, headers } of waysIn()) {
        await service.call('GET', `/api/auth/me?${query}`, { headers });
      }
      const body = JSON.stringify({ username: 'admin', password: CONFIGURED.ADMIN_PASSWORD });
      expect((await service.call('POST', '/api/auth/login', { headers: json, body })).status).toBe(
        table === 'app_user' ? 500 : 200,
      );
      await service.database.query(`alter table ${table}_away rename to ${table}`);
    }
  }

  it('covers routes that succeeded and failed, and requests with secrets to models and vendor', () => {
    const statuses = new Set(service.replies.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 500]));
    expect(service.output).toContain('"status":500');
    expect(service.output).toContain('api_key=[redacted]');
    expect(service.echo.models.length).toBeGreaterThan(6);
    expect(service.echo.vendor.join()).toContain('c4n4ry');
  });

  it('finds a secret where there is one, in every spelling', () => {
    for (const text of [
      key,
      everyByteEncoded(key),
      encodeURIComponent(everyByteEncoded(key)),
      Buffer.from(key).toString('hex'),
    ]) {
      expect(search.foundIn(`before ${text} after`)).toContain('an API key');
    }
  });

  it('finds none in the output of API and worker, each line of which is one JSON object', () => {
    const lines = service.output.split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => search.foundIn(line).length > 0).slice(0, 3)).toEqual([]);
    expect(lines.length).toBeGreaterThan(1000);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level');
  });

  it('finds none in a response, its headers included, except in the one that returns it', () => {
    const told = service.replies.flatMap(({ request, text }) => {
      // Names of parameters come back to whoever sent them.
      const found = search.foundIn(text.replaceAll(request.slice(request.indexOf(' ') + 1), ''));
      return found.length === 0 ? [] : [{ request, found }];
    });
    expect(told).toEqual([]);
  });

  it('finds none in the metrics', async () => {
    const page = await (await fetch(`${service.url}/metrics`)).text();
    expect(page).toContain('http_request_duration_seconds');
    expect(search.foundIn(page)).toEqual([]);
  });

  it('finds none in any table: jobs with their payloads, results and errors, the queue’s own store, the rest', async () => {
    const rows = await service.rows();
    expect(rows.get('public.job')).toContain('ai.fill');
    expect([...rows.keys()].filter((name) => name.startsWith('bullmq.')).length).toBeGreaterThan(0);
    expect(rows.get('public.ai_call')).toContain('[key]');
    const found = [...rows].map(([table, text]) => [table, search.foundIn(text)] as const);
    expect(found.filter(([, secrets]) => secrets.length > 0)).toEqual([]);
  });

  it('finds none in a backup', async () => {
    const file = join(await makeScratchFolder(), 'backup.gz');
    const connection = await StreamConnection.open(service.databaseUrl, 'canary');
    const { signal } = new AbortController();
    await writeBackup({ connection, file, schema: SCHEMA, force: false, signal, onProgress: () => undefined });
    await connection.end();
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    expect(text).toContain('600519');
    expect(search.foundIn(text)).toEqual([]);
  });

  it('finds none in a file of the data folder', () => {
    const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(service.dataDir, name),
    );
    const told = files.filter(
      (file) => statSync(file).isFile() && search.foundIn(readFileSync(file, 'latin1')).length > 0,
    );
    expect(told).toEqual([]);
  });

  it('finds none in the requests to models', () => {
    for (const body of service.echo.models) expect(search.foundIn(body)).toEqual([]);
  });

  it.each([
    { JWT_SECRET: 'c4n4ry' },
    { ADMIN_PASSWORD: 'c4n4ry' },
    { DATABASE_URL: 'mysql://me:c4n4ry@host/db' },
    { DATABASE_URL: 'c4n4ry' },
    { REDIS_URL: 'http://:c4n4ry@host' },
    { TUSHARE_TOKEN: 'c4n4ry token' },
    { TUSHARE_BASE_URL: 'http://me:c4n4ry@host' },
    { AI_API_KEY: 'c4n4ry key' },
    { AI_BASE_URL: 'http://me:c4n4ry@host' },
  ])('finds none in the sentence that rejects the setting %j', (environment) => {
    const [name = ''] = Object.keys(environment);
    expect(() => loadConfig(environment)).toThrow(name);
    expect(() => loadConfig(environment)).not.toThrow(/c4n4ry/);
  });
});

function everyByteEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
