import { createHmac, randomUUID } from 'node:crypto';
import { listRoutes } from '../../apps/api/src/http/access/route-list';
import { ApiKeysService, type KeyScope, UsersService } from '#lib/accounts';
import { OPERATIONS, type OpenApiOperation, pathOf } from '../support/openapi/openapi-operations';
import { ADMIN, type Reply, TestApi } from '../support/worlds/test-api';

/**
 * Who may call a route.
 * `contract`: any login, and of personal API keys those of user 1. `own`: any login and any key. `login`: any login, no key.
 * `administrator`: administrators by login, and keys of user 1 with the scope `admin`, never in the address; `keyHeader`: the
 * key in `X-API-Key` too; `login`: no key. `deleted`: the same of a parameter of ours on a route of the contract, which takes
 * its credentials and the scope `read`.
 * `lookup`: any key in `X-API-Key`, and nothing else; `administrator`: keys of user 1, all others 403; `Bearer`: there too;
 * `saves`: with the scope `write`.
 * `calendar key`: the key of a calendar feed in the address, and no other credential.
 * Keys elsewhere need `read` to read and `write` to change.
 */
type Rule =
  | 'public'
  | 'calendar key'
  | 'contract'
  | 'own'
  | 'own, reads'
  | 'login'
  | 'administrator'
  | 'administrator, keyHeader'
  | 'administrator, keyHeader, login'
  | 'administrator, deleted'
  | 'lookup'
  | 'lookup, administrator'
  | 'lookup, administrator, Bearer, saves';

/** The rule of every route, from the contract and `docs/http.md`; a route that is not here fails. */
const RULES: Readonly<Record<string, Rule>> = {
  'GET /health/live': 'public',
  'GET /health/ready': 'public',
  'GET /metrics': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'login',
  'GET /api/auth/me': 'own',
  'POST /api/auth/password': 'login',
  'GET /api/auth/api-keys': 'own',
  'POST /api/auth/api-keys': 'login',
  'DELETE /api/auth/api-keys/{id}': 'login',
  'GET /api/admin/audit-events': 'administrator, keyHeader',
  'GET /api/admin/retention': 'administrator, keyHeader',
  'GET /api/admin/self-audit': 'administrator, keyHeader',
  'GET /api/admin/users': 'administrator, keyHeader',
  'POST /api/admin/users': 'administrator, keyHeader, login',
  'PATCH /api/admin/users/{id}': 'administrator, keyHeader, login',
  'GET /api/jobs': 'own',
  'GET /api/jobs/{id}': 'own',
  'POST /api/admin/seo-ranking/keyword-search': 'lookup',
  'POST /api/admin/search-engine-trends-keyword/search': 'lookup',
  'POST /api/admin/competitor-websites': 'lookup, administrator, Bearer, saves',
  'POST /api/admin/backlinks/query-by-source': 'lookup, administrator',
  'DELETE /api/admin/backlinks/{id}': 'administrator, keyHeader',
  'POST /api/admin/imports': 'administrator, keyHeader',
  'GET /api/admin/imports': 'administrator, keyHeader',
  'GET /api/admin/imports/{id}': 'administrator, keyHeader',
  'GET /api/admin/imports/{id}/rejected': 'administrator, keyHeader',
  'POST /api/admin/imports/{id}/undo': 'administrator, keyHeader',
  'GET /api/seo/keywords': 'administrator',
  'GET /api/seo/keywords/export': 'administrator',
  'DELETE /api/seo/keywords/{id}': 'administrator',
  'GET /api/seo/keywords/{id}/history': 'administrator',
  'POST /api/seo/keywords/{id}/restore': 'administrator',
  'GET /api/seo/backlinks': 'administrator',
  'GET /api/seo/backlinks/export': 'administrator',
  'DELETE /api/seo/backlinks/{id}': 'administrator',
  'POST /api/seo/backlinks/{id}/restore': 'administrator',
  'GET /api/seo/competitors': 'administrator',
  'PUT /api/seo/competitors': 'administrator',
  'GET /api/seo/competitors/export': 'administrator',
  'GET /api/seo/trends': 'administrator',
  'GET /api/seo/trends/export': 'administrator',
  'GET /api/seo/trends/{id}': 'administrator',
  'PATCH /api/seo/trends/{id}': 'administrator',
  'GET /api/auth/settings': 'own',
  'PUT /api/auth/settings/{key}': 'own',
  'DELETE /api/auth/settings/{key}': 'own',
  'GET /api/watchlist': 'own',
  'GET /api/watchlist/{code}': 'own',
  'PUT /api/watchlist/{code}': 'own',
  'DELETE /api/watchlist/{code}': 'own',
  'GET /api/positions': 'own',
  'GET /api/positions/{code}': 'own',
  'PUT /api/positions/{code}': 'own',
  'DELETE /api/positions/{code}': 'own',
  'POST /api/positions/import': 'own',
  'GET /api/notifications/channels': 'own',
  'POST /api/notifications/channels': 'own',
  'GET /api/notifications/channels/{id}': 'own',
  'PATCH /api/notifications/channels/{id}': 'own',
  'DELETE /api/notifications/channels/{id}': 'own',
  'POST /api/notifications/channels/{id}/test': 'own',
  'GET /api/notifications/rules': 'own',
  'POST /api/notifications/rules': 'own',
  'GET /api/notifications/rules/{id}': 'own',
  'PATCH /api/notifications/rules/{id}': 'own',
  'DELETE /api/notifications/rules/{id}': 'own',
  'GET /api/notifications/deliveries': 'own',
  'POST /api/notifications/deliveries/{id}/resend': 'own',
  'GET /api/notifications/events': 'own',
  'GET /api/notifications/calendar': 'own',
  'POST /api/notifications/calendar': 'login',
  'DELETE /api/notifications/calendar': 'login',
  'GET /api/calendar/reviews.ics': 'calendar key',
  'GET /api/console': 'public',
  'GET /api/console/first-steps': 'own',
  'GET /api/admin/market-source': 'administrator, keyHeader, login',
  'PUT /api/admin/market-source': 'administrator, keyHeader, login',
  'GET /api/market/coverage': 'public',
  'GET /api/market/days': 'public',
  'GET /api/market/risers': 'public',
  'GET /api/stock-cycle/auto-close-reports': 'own',
  'POST /api/market/sync': 'administrator',
  'GET /api/market/syncs': 'own',
  'GET /api/market/syncs/{id}': 'own',
  'GET /api/market/stocks': 'public',
  'GET /api/market/stocks/{code}': 'public',
  'GET /api/market/stocks/{code}/bars': 'public',
  'GET /api/market/bars': 'public',
  'GET /api/market/changes': 'public',
  'GET /api/screens': 'public',
  'GET /api/screens/{id}': 'public',
  'GET /api/screens/language': 'public',
  'GET /api/screens/{id}/days': 'own',
  'POST /api/screens': 'contract',
  'PATCH /api/screens/{id}': 'contract',
  'DELETE /api/screens/{id}': 'contract',
  'POST /api/screens/check': 'own, reads',
  'POST /api/screens/{id}/run': 'own, reads',
  'POST /api/screens/{id}/sessions': 'contract',
  'GET /api/studies': 'own',
  'POST /api/studies': 'contract',
  'GET /api/studies/library': 'own',
  'GET /api/studies/{id}': 'own',
  'DELETE /api/studies/{id}': 'contract',
  'GET /api/studies/{id}/cases': 'own',
  'GET /api/studies/{id}/events': 'own',
  'POST /api/studies/{id}/portfolio': 'own, reads',
  'GET /api/stock-cycle/sessions/suggest-entry': 'contract',
  'GET /api/stock-cycle/sessions/record-gaps': 'contract',
  'POST /api/stock-cycle/import-holdings': 'contract',
  'GET /api/stock-cycle/sessions': 'public',
  'GET /api/stock-cycle/sessions?user_scope=watchlist_only': 'own',
  'GET /api/stock-cycle/sessions?user_scope=position_only': 'own',
  'GET /api/stock-cycle/sessions?screen=top_gainers': 'own',
  'GET /api/stock-cycle/sessions?include_deleted=true': 'administrator, deleted',
  'GET /api/stock-cycle/sessions?include_deleted=1': 'administrator, deleted',
  'POST /api/stock-cycle/sessions': 'contract',
  'GET /api/stock-cycle/sessions/{id}': 'public',
  'PATCH /api/stock-cycle/sessions/{id}': 'contract',
  'DELETE /api/stock-cycle/sessions/{id}': 'contract',
  'PUT /api/stock-cycle/sessions/{id}/priority': 'contract',
  'POST /api/stock-cycle/sessions/{id}/restore': 'contract',
  'GET /api/stock-cycle/sessions/{id}/drawings': 'public',
  'POST /api/stock-cycle/sessions/{id}/drawings': 'contract',
  'PATCH /api/stock-cycle/sessions/{id}/drawings/{drawingId}': 'contract',
  'DELETE /api/stock-cycle/sessions/{id}/drawings/{drawingId}': 'contract',
  'POST /api/stock-cycle/sessions/{id}/daily': 'contract',
  'PATCH /api/stock-cycle/daily/{dailyId}': 'contract',
  'DELETE /api/stock-cycle/daily/{dailyId}': 'contract',
  'POST /api/stock-cycle/daily/{dailyId}/restore': 'contract',
  'POST /api/stock-cycle/daily/{dailyId}/revert': 'contract',
  'POST /api/stock-cycle/sessions/{id}/weekly': 'contract',
  'PATCH /api/stock-cycle/weekly/{weeklyId}': 'contract',
  'DELETE /api/stock-cycle/weekly/{weeklyId}': 'contract',
  'POST /api/stock-cycle/weekly/{weeklyId}/restore': 'contract',
  'POST /api/stock-cycle/weekly/{weeklyId}/revert': 'contract',
  'GET /api/stock-cycle/vocabulary': 'public',
  'GET /api/stock-cycle/ground-volume-scan': 'contract',
  'POST /api/stock-cycle/ground-volume-scan': 'contract',
  'POST /api/stock-cycle/scans': 'contract',
  'GET /api/stock-cycle/scans': 'contract',
  'GET /api/stock-cycle/scans/{id}': 'contract',
  'DELETE /api/stock-cycle/scans/{id}': 'contract',
  'GET /api/stock-cycle/scans/{id}/hits': 'contract',
  'POST /api/stock-cycle/sync-cyq-cache': 'contract',
  'GET /api/market/stocks/{code}/chips': 'public',
  'POST /api/market/imports': 'administrator',
  'GET /api/market/imports': 'administrator',
  'GET /api/market/imports/{id}': 'administrator',
  'GET /api/stock-cycle/scans/{id}/events': 'contract',
  'POST /api/stock-fundamental-score/ai-score': 'contract',
  'GET /api/stock-cycle/ai-event-rates': 'own',
  'GET /api/stock-cycle/ai-track-record': 'own',
  'POST /api/stock-cycle/sessions/{id}/ai-fill-fundamental': 'contract',
  'GET /api/stock-cycle/sessions/{id}/fundamental-scores': 'public',
  'POST /api/stock-cycle/sessions/{id}/ai-fill-daily': 'contract',
  'POST /api/stock-cycle/sessions/{id}/ai-fill-weekly': 'contract',
  'GET /api/stock-cycle/sessions/ai-fill-daily-queue': 'public',
  'GET /api/stock-cycle/sessions/ai-fill-weekly-queue': 'public',
  'POST /api/stock-cycle/ai-fill-drains': 'administrator',
  'POST /api/stock-cycle/ai-fill-drains/{id}/continue': 'administrator',
  'GET /api/stock-cycle/ai-fill-drains': 'contract',
  'GET /api/stock-cycle/ai-fill-drains/{id}': 'contract',
  'DELETE /api/stock-cycle/ai-fill-drains/{id}': 'administrator',
  'GET /api/stock-cycle/ai-fill-drains/{id}/events': 'contract',
  'POST /api/stock-cycle/ai-replays': 'administrator',
  'POST /api/stock-cycle/ai-replays/plan': 'administrator',
  'GET /api/stock-cycle/ai-replays': 'own',
  'GET /api/stock-cycle/ai-replays/{id}': 'own',
  'POST /api/stock-cycle/ai-replays/{id}/continue': 'administrator',
  'DELETE /api/stock-cycle/ai-replays/{id}': 'administrator',
  'GET /api/stock-cycle/ai-judgements': 'own',
  'GET /api/stock-cycle/ai-runs': 'own',
  'GET /api/stock-cycle/ai-runs/{id}': 'own',
  'GET /api/stock-cycle/ai-models': 'own',
  'GET /api/ai/costs': 'own',
  'GET /api/ai/models': 'administrator',
  'PUT /api/ai/models/{name}': 'administrator',
  'DELETE /api/ai/models/{name}': 'administrator',
  'POST /api/ai/models/{name}/check': 'administrator',
  'GET /api/stock-cycle/ai-fill-drains/estimate': 'own',
};

/**
 * Pages and files, not in the document: open to everybody and without effect. The queue board and `/mcp` are guarded, and have
 * tests of their own.
 */
const UNDOCUMENTED = /^GET \/(?!api\/|health\/)|^GET \/api\/docs|^[A-Z]+ \/api\/admin\/queues|^POST \/mcp$/;

/** Who stands behind a credential, as far as the rules can tell. */
type Standing =
  | 'nobody'
  | 'user'
  | "user's key"
  | 'second administrator'
  | "second administrator's key"
  | 'administrator'
  | "administrator's key"
  | "administrator's key in X-API-Key"
  | "user's key in X-API-Key"
  | "administrator's key in the query"
  | ScopedKey
  | 'user by cookie from another page';

/** A key of the administrator with some scopes, and where it stands. */
type ScopedKey = `scopes ${ScopeName} in ${'Bearer' | 'X-API-Key'}`;
type ScopeName = 'read' | 'write' | 'read+write';

interface Credential {
  standing: Standing;
  headers?: Record<string, string>;
  /** `api_key` in the query. */
  key?: string;
}

const READS = new Set(['GET', 'HEAD']);

/** The answer that decides about the credential: 401, 403, or 400, which is about the probe's unknown parameter. */
function expectedStatus(rule: Rule, method: string, standing: Standing): 400 | 401 | 403 {
  if (rule === 'public') return 400;
  if (rule === 'calendar key') return 401;
  if (isScoped(standing)) return expectedOfScopes(rule, method, standing);
  if (rule.startsWith('lookup')) return expectedOfLookup(rule, standing);
  const allowed = (may: boolean): 400 | 403 => (may ? 400 : 403);
  const ofAdministrators = rule.startsWith('administrator') && rule !== 'administrator, deleted';
  const readsHeader = rule.startsWith('administrator, keyHeader');
  switch (standing) {
    case 'nobody':
      return 401;
    case 'administrator':
    case 'second administrator':
      return 400;
    case "administrator's key":
      return allowed(!rule.endsWith('login'));
    case "administrator's key in the query":
      return allowed(rule !== 'login' && !ofAdministrators);
    case "administrator's key in X-API-Key":
      return readsHeader ? allowed(!rule.endsWith('login')) : 401;
    case "user's key in X-API-Key":
      return readsHeader ? 403 : 401;
    case 'user':
      return allowed(!rule.startsWith('administrator'));
    case 'user by cookie from another page':
      return allowed(READS.has(method) && !rule.startsWith('administrator'));
    case "user's key":
    case "second administrator's key":
      return allowed(rule.startsWith('own'));
  }
}

function expectedOfLookup(rule: Rule, standing: Standing): 400 | 401 | 403 {
  if (standing === "administrator's key in X-API-Key") return 400;
  if (rule === 'lookup') return standing === "user's key in X-API-Key" ? 400 : 401;
  return rule.includes('Bearer') && standing === "administrator's key" ? 400 : 403;
}

/** Of keys of the administrator, who may do all that a key may, where the scope is right. */
function expectedOfScopes(rule: Rule, method: string, standing: ScopedKey): 400 | 401 | 403 {
  const whole = standing.endsWith('X-API-Key') ? "administrator's key in X-API-Key" : "administrator's key";
  const status = expectedStatus(rule, method, whole);
  return status === 400 && !standing.split(' ')[1]?.split('+').includes(scopeOf(rule, method)) ? 403 : status;
}

function isScoped(standing: Standing): standing is ScopedKey {
  return standing.startsWith('scopes ');
}

function scopeOf(rule: Rule, method: string): KeyScope {
  if (rule.startsWith('lookup')) return rule.endsWith('saves') ? 'write' : 'read';
  if (rule.startsWith('administrator') && rule !== 'administrator, deleted') return 'admin';
  return READS.has(method) || rule === 'own, reads' ? 'read' : 'write';
}

describe('every route by every kind of credential', () => {
  let api: TestApi;
  let credentials: Record<string, Credential>;

  beforeAll(async () => {
    api = await TestApi.start();
    credentials = await makeCredentials(api);
  });
  afterAll(() => api.stop());

  it('has a rule for each route, and a route for each rule', () => {
    const documented = OPERATIONS.map((operation) => operation.name);
    expect([...new Set(Object.keys(RULES).map(withoutQuery))].sort()).toEqual([...documented].sort());
    const served = listRoutes(api.app).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(served.filter((name) => !documented.includes(name) && !UNDOCUMENTED.test(name))).toEqual([]);
  });

  it.each(Object.entries(RULES))('has the response that its rule requires: %s: %s', async (name, rule) => {
    const operation = OPERATIONS.find((one) => one.name === withoutQuery(name));
    expect(operation).toBeDefined();
    if (operation === undefined) return;
    expect(documentedRule(operation)).toBe(name.includes('?') ? 'public' : rule);
    const takesKeys = !name.includes('?') && rule !== 'public' && rule !== 'calendar key' && !rule.endsWith('login');
    expect(operation.scope).toBe(takesKeys ? scopeOf(rule, operation.method) : undefined);
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [kind, credential] of Object.entries(credentials)) {
      const reply = await probe(api, operation, name.split('?')[1], credential);
      const status = expectedStatus(rule, operation.method, credential.standing);
      found[kind] = { status: reply.status, keys: Object.keys(reply.body) };
      expected[kind] = { status, keys: KEYS[status] };
    }
    expect(found).toEqual(expected);
  });

  it('leaves the data unchanged: all of these credentials stand as before', async () => {
    const bearer = credentials['login of a user']?.headers?.['authorization']?.slice('Bearer '.length) ?? '';
    expect((await api.call('GET', '/api/auth/me', { bearer })).status).toBe(200);
    const [row] = await api.database.query<{ users: number; keys: number; sessions: number }>(
      `select (select count(*) from app_user)::int as users, (select count(*) from api_key)::int as keys,
         (select count(*) from tracking_session)::int as sessions`,
    );
    expect(row).toEqual({ users: 5, keys: 10, sessions: 0 });
  });
});

const KEYS = {
  400: ['success', 'error', 'code', 'fields'],
  401: ['error'],
  403: ['success', 'error', 'code'],
} as const;

/** A request that has no effect whoever sends it: credentials decide first, then the unknown parameter is refused. */
function probe(
  api: TestApi,
  operation: OpenApiOperation,
  query: string | undefined,
  { headers = {}, key }: Credential,
): Promise<Reply> {
  const parameters = [query, 'matrix_probe=1', key === undefined ? undefined : `api_key=${key}`];
  const path = pathOf(operation, () => '1');
  return api.call(operation.method, `${path}?${parameters.filter((one) => one !== undefined).join('&')}`, {
    headers,
    ...(operation.bodyTypes.includes('application/json') ? { json: {} } : {}),
    ...(operation.bodyTypes.includes('text/csv')
      ? { raw: 'code\n', headers: { 'content-type': 'text/csv', ...headers } }
      : {}),
  });
}

async function makeCredentials(api: TestApi): Promise<Record<string, Credential>> {
  const users = api.app.get(UsersService, { strict: false });
  const apiKeys = api.app.get(ApiKeysService, { strict: false });
  const newUser = async (role: 'admin' | 'user') => {
    const account = { username: `u-${randomUUID().slice(0, 8)}`, password: 'pass phrase of a user' };
    const { id } = await users.create({ ...account, role });
    return { account, id };
  };
  const newKey = async (userId: number, scopes?: KeyScope[]) =>
    (await apiKeys.create(userId, { name: 'matrix', scopes })).key;
  const [user, second, disabled] = [await newUser('user'), await newUser('admin'), await newUser('user')];
  const [userLogin, secondLogin, adminLogin] = [
    await api.login(user.account),
    await api.login(second.account),
    await api.login(),
  ];
  const [userKey, secondKey, adminKey, disabledKey] = [
    await newKey(user.id),
    await newKey(second.id),
    await newKey(1, ['read', 'write', 'admin']),
    await newKey(disabled.id),
  ];
  const disabledLogin = await api.login(disabled.account);
  await users.setDisabled(disabled.account.username, true);
  const scoped = { read: await newKey(1, ['read']), write: await newKey(1, ['write']), both: await newKey(1) };
  const revoked = await apiKeys.create(1, { name: 'revoked' });
  await apiKeys.revoke(1, revoked.id);
  const expired = await apiKeys.create(1, { name: 'expired' });
  await api.database.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [expired.id]);
  const removed = await newUser('admin');
  const [removedLogin, removedKey] = [await api.login(removed.account), await newKey(removed.id)];
  await api.database.query('delete from app_user where id = $1', [removed.id]);
  const demoted = await newUser('admin');
  const [demotedLogin, demotedKey] = [await api.login(demoted.account), await newKey(demoted.id)];
  await users.update(demoted.id, { role: 'user' });
  const ended = await api.login(ADMIN);
  await api.call('POST', '/api/auth/logout', { bearer: ended });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookie = { cookie: `stock_cycle=${userLogin}` };
  return {
    none: { standing: 'nobody' },
    'login of a user': { standing: 'user', headers: bearer(userLogin) },
    'key of a user, Bearer': { standing: "user's key", headers: bearer(userKey) },
    'key of a user, api_key': { standing: "user's key", key: userKey },
    'login of the administrator': { standing: 'administrator', headers: bearer(adminLogin) },
    'key of the administrator, Bearer': { standing: "administrator's key", headers: bearer(adminKey) },
    'key of the administrator, api_key': { standing: "administrator's key in the query", key: adminKey },
    'key of the administrator, X-API-Key': {
      standing: "administrator's key in X-API-Key",
      headers: { 'x-api-key': adminKey },
    },
    'scope read, Bearer': { standing: 'scopes read in Bearer', headers: bearer(scoped.read) },
    'scope read, X-API-Key': { standing: 'scopes read in X-API-Key', headers: { 'x-api-key': scoped.read } },
    'scope write, Bearer': { standing: 'scopes write in Bearer', headers: bearer(scoped.write) },
    'scope write, X-API-Key': { standing: 'scopes write in X-API-Key', headers: { 'x-api-key': scoped.write } },
    'scopes read and write, Bearer': { standing: 'scopes read+write in Bearer', headers: bearer(scoped.both) },
    'scopes read and write, X-API-Key': {
      standing: 'scopes read+write in X-API-Key',
      headers: { 'x-api-key': scoped.both },
    },
    'key of a user, X-API-Key': { standing: "user's key in X-API-Key", headers: { 'x-api-key': userKey } },
    'unknown key in X-API-Key': { standing: 'nobody', headers: { 'x-api-key': 'bad' } },
    'login of a second administrator': { standing: 'second administrator', headers: bearer(secondLogin) },
    'key of a second administrator': { standing: "second administrator's key", headers: bearer(secondKey) },
    'cookie of a user, from our page': { standing: 'user', headers: { ...cookie, origin: api.url } },
    'cookie of a user, without Origin': { standing: 'user by cookie from another page', headers: cookie },
    'cookie of a user, from another page': {
      standing: 'user by cookie from another page',
      headers: { ...cookie, origin: 'https://evil.example' },
    },
    'unknown key, Bearer': { standing: 'nobody', headers: bearer(`sck_${'0'.repeat(16)}_${'0'.repeat(64)}`) },
    'unknown key, api_key': { standing: 'nobody', key: 'bad' },
    'unknown key, before a good cookie': { standing: 'nobody', key: 'bad', headers: { ...cookie, origin: api.url } },
    'bad Bearer, before a good api_key': { standing: 'nobody', key: adminKey, headers: bearer('bad') },
    'revoked key': { standing: 'nobody', headers: bearer(revoked.key) },
    'revoked key, api_key': { standing: 'nobody', key: revoked.key },
    'revoked key, X-API-Key': { standing: 'nobody', headers: { 'x-api-key': revoked.key } },
    'expired key': { standing: 'nobody', headers: bearer(expired.key) },
    'expired key, X-API-Key': { standing: 'nobody', headers: { 'x-api-key': expired.key } },
    'login of a disabled user': { standing: 'nobody', headers: bearer(disabledLogin) },
    'cookie of a disabled user, from our page': {
      standing: 'nobody',
      headers: { cookie: `stock_cycle=${disabledLogin}`, origin: api.url },
    },
    'key of a disabled user': { standing: 'nobody', headers: bearer(disabledKey) },
    'key of a disabled user, X-API-Key': { standing: 'nobody', headers: { 'x-api-key': disabledKey } },
    'login that was ended': { standing: 'nobody', headers: bearer(ended) },
    'cookie of a login that was ended, from our page': {
      standing: 'nobody',
      headers: { cookie: `stock_cycle=${ended}`, origin: api.url },
    },
    'login of a removed user': { standing: 'nobody', headers: bearer(removedLogin) },
    'key of a removed user': { standing: 'nobody', headers: bearer(removedKey) },
    'login of an administrator who is one no more': { standing: 'user', headers: bearer(demotedLogin) },
    'key of an administrator who is one no more': { standing: "user's key", headers: bearer(demotedKey) },
    'login that is over': { standing: 'nobody', headers: bearer(resigned(adminLogin, { exp: 1_700_000_000 })) },
    'login without a signature': { standing: 'nobody', headers: bearer(unsigned(adminLogin)) },
  };
}

function withoutQuery(name: string): string {
  return name.split('?', 1)[0] ?? '';
}

function documentedRule({
  access,
  keys,
  scope,
  method,
  keyHeader,
  loginOnly,
  refusal,
  bearer,
  calendarKey,
}: OpenApiOperation): Rule | undefined {
  if (access === 'key_header') {
    if (refusal === 401) return 'lookup';
    return bearer ? 'lookup, administrator, Bearer, saves' : 'lookup, administrator';
  }
  if (access === 'public') return calendarKey ? 'calendar key' : 'public';
  if (loginOnly) return 'administrator, keyHeader, login';
  if (access === 'administrator') return keyHeader ? 'administrator, keyHeader' : 'administrator';
  if (keys === 'any' && scope === 'read' && !READS.has(method)) return 'own, reads';
  return ({ administrator: 'contract', any: 'own', none: 'login' } as const)[keys ?? ''];
}

/** The token with other claims, signed with the real secret. */
function resigned(token: string, claims: object): string {
  const [head = '', payload = ''] = token.split('.');
  const old = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const body = `${head}.${Buffer.from(JSON.stringify({ ...old, ...claims })).toString('base64url')}`;
  return `${body}.${createHmac('sha256', 'a secret of the tests, long enough').update(body).digest('base64url')}`;
}

function unsigned(token: string): string {
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1] ?? ''}.`;
}
