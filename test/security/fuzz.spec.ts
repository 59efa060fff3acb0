import fc from 'fast-check';
import { ApiKeysService, UsersService } from '#lib/accounts';
import { type HostileRequest, hostileRequests } from '../support/openapi/hostile-requests';
import { OPERATIONS, type OpenApiOperation } from '../support/openapi/openapi-operations';
import { putSmallMarket } from '../support/database/small-market';
import { type Reply, TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';

const SEED = 20_251_119;
const RUNS_ANONYMOUS = 10;
const RUNS_SIGNED_IN = 30;

/** What a 503 may say here: the database is up, no worker is, and nothing else is promised. */
const KNOWN_503 = new Set(['no_worker', 'queue_unavailable', 'market_not_configured']);

/** What no reply may tell of the inside. */
const INSIDE = /\bat [^\s"]+ ?\(|node_modules|\.ts:\d|\.js:\d|\bselect [\w*"]|insert into|\/(?:work|home|tmp|usr)\//i;

/** Tables that anybody fills by knocking: failed logins are booked. */
const KNOCKED_ON = ['login_attempt'];
/** The same in a table that tells of other acts too. */
const ROWS_OF: Readonly<Record<string, string>> = { audit_event: `where action <> 'login.failed'` };

describe('random requests from the OpenAPI document', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await putSmallMarket(api.database, { from: '2025-11-03', to: '2026-01-09' }, [
      { code: '600519', name: '贵州茅台' },
      { code: '000001', name: '平安银行' },
    ]);
    const bearer = await api.login();
    const sessions = '/api/stock-cycle/sessions';
    for (const code of ['600519', '000001']) {
      await api.call('POST', sessions, { bearer, json: { code, entry_date: '2025-12-01' } });
    }
    for (const [path, json] of [
      [`${sessions}/1/daily`, { trade_date: '2025-12-02' }],
      [`${sessions}/2/daily`, { trade_date: '2025-12-03' }],
      [`${sessions}/1/weekly`, { week_end_date: '2025-12-05' }],
      [`${sessions}/2/weekly`, { week_end_date: '2025-12-12' }],
    ] as const) {
      expect((await api.call('POST', path, { bearer, json })).status).toBe(200);
    }
  });
  afterAll(() => api.stop());

  const parameters = (numRuns: number) => ({ seed: SEED, numRuns, endOnFailure: true });

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    'do not break %s',
    async (_name, operation) => {
      const requests = hostileRequests(operation, IDS).filter(({ path }) => !ENDLESS.test(path));
      // What an earlier route enqueued is published a moment later, by nobody's request.
      await until('nothing waits to be published', 20_000, async () => (await unpublished(api)) === 0);
      const before = await contents(api);
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          expectSane(await send(api, operation, request), request);
        }),
        parameters(RUNS_ANONYMOUS),
      );
      expect(await contents(api)).toEqual(before);

      const [login = '', key = ''] = await spoilable(api);
      const bearers = fc.oneof({ weight: 4, arbitrary: fc.constant(login) }, fc.constant(key));
      await fc.assert(
        fc.asyncProperty(requests, bearers, async (request, bearer) => {
          expectSane(await send(api, operation, request, bearer), request);
        }),
        parameters(RUNS_SIGNED_IN),
      );
    },
  );

  it('reach the routes: most of the routes accepted some request, and rows were written', async () => {
    const [row] = await api.database.query<{ users: number; sessions: number }>(
      `select (select count(*) from app_user)::int as users, (select count(*) from tracking_session)::int as sessions`,
    );
    expect(row?.users).toBeGreaterThan(3);
    expect(row?.sessions).toBeGreaterThan(2);
    expect(taken.size).toBeGreaterThan(OPERATIONS.length / 2);
  });
});

/** Routes that answered 2xx at least once. */
const taken = new Set<string>();

async function send(
  api: TestApi,
  operation: OpenApiOperation,
  { path, body, contentType }: HostileRequest,
  bearer?: string,
): Promise<Reply> {
  const reply = await api.call(operation.method, path, {
    ...(body === undefined || operation.method === 'GET'
      ? {}
      : { raw: body, headers: { 'content-type': contentType } }),
    ...(bearer === undefined ? {} : { bearer }),
  });
  if (reply.status < 300) taken.add(operation.name);
  return reply;
}

/** Its fit to the document has been checked by the call. */
function expectSane(reply: Reply, request: HostileRequest): void {
  const known503 = reply.status === 503 && KNOWN_503.has(reply.body.code ?? '');
  if (reply.status >= 500 && !known503) {
    throw new Error(`${reply.status} ${reply.text} to ${JSON.stringify(request).slice(0, 2000)}`);
  }
  if (reply.status < 400) return;
  expect(reply.headers.get('content-type')).toContain('application/json');
  expect(typeof reply.body.error).toBe('string');
  expect(reply.text.replaceAll(request.path, '')).not.toMatch(INSIDE);
}

/** An event stream of a real scan would not end here, where no worker is. */
const ENDLESS = /\/0*[1-9]\d{0,3}\/events/;

const IDS = fc.constantFrom('1', '2', '3', '4', '999999', '0');

/** A login and a key of an account that the route may spoil; the last route's where that still stands. */
async function spoilable(api: TestApi): Promise<string[]> {
  const [login = ''] = credentials;
  if (login !== '' && (await api.call('GET', '/api/auth/me', { bearer: login })).status === 200) return credentials;
  const account = { username: `fuzz-${(accounts += 1)}`, password: 'pass phrase of a fuzzer' };
  const { id } = await api.app.get(UsersService, { strict: false }).create({ ...account, role: 'admin' });
  const { key } = await api.app.get(ApiKeysService, { strict: false }).create(id, { name: 'fuzz' });
  credentials = [await api.login(account), key];
  return credentials;
}
let accounts = 0;
let credentials: string[] = [];

async function unpublished(api: TestApi): Promise<number> {
  const [row] = await api.database.query<{ rows: number }>('select count(*)::int as rows from job_outbox');
  return row?.rows ?? 0;
}

/** Everything in the tables, as a digest a table. */
async function contents(api: TestApi): Promise<Record<string, string>> {
  const tables = await api.database.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by relname`,
    [KNOCKED_ON],
  );
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from "${name}" t ${ROWS_OF[name] ?? ''}`,
  );
  const rows = await api.database.query<{ name: string; digest: string }>(digests.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
