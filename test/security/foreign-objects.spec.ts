import { OPERATIONS, type OpenApiOperation, pathOf } from '../support/openapi/openapi-operations';
import { createPlainUser, type TestUser } from '../support/worlds/plain-user';
import { type Reply, TestApi } from '../support/worlds/test-api';

/**
 * Routes that name one row by its id or code: whose row it may be. `own`: the caller's; another user's row is as one that is
 * not there. `name`: a name among the caller's rows, which can't name another user's (`user-settings.spec.ts`). `shown`: everybody
 * sees it, its owner and administrators change it (`screens.spec.ts`). `everybody`: the
 * market, sessions and scans belong to the installation. `administrator`: no user gets that far.
 */
const OWNERS: Readonly<Record<string, 'own' | 'name' | 'shown' | 'everybody' | 'administrator'>> = {
  'DELETE /api/auth/api-keys/{id}': 'own',
  'GET /api/jobs/{id}': 'own',
  'PUT /api/auth/settings/{key}': 'name',
  'DELETE /api/auth/settings/{key}': 'name',
  'GET /api/notifications/channels/{id}': 'own',
  'PATCH /api/notifications/channels/{id}': 'own',
  'DELETE /api/notifications/channels/{id}': 'own',
  'POST /api/notifications/channels/{id}/test': 'own',
  'GET /api/notifications/rules/{id}': 'own',
  'PATCH /api/notifications/rules/{id}': 'own',
  'DELETE /api/notifications/rules/{id}': 'own',
  'POST /api/notifications/deliveries/{id}/resend': 'own',
  'GET /api/watchlist/{code}': 'own',
  'PUT /api/watchlist/{code}': 'own',
  'DELETE /api/watchlist/{code}': 'own',
  'GET /api/positions/{code}': 'own',
  'PUT /api/positions/{code}': 'own',
  'DELETE /api/positions/{code}': 'own',
  'GET /api/stock-cycle/ai-runs/{id}': 'own',
  'PATCH /api/admin/users/{id}': 'administrator',
  'PUT /api/ai/models/{name}': 'administrator',
  'DELETE /api/ai/models/{name}': 'administrator',
  'POST /api/ai/models/{name}/check': 'administrator',
  'DELETE /api/admin/backlinks/{id}': 'administrator',
  'GET /api/admin/imports/{id}': 'administrator',
  'GET /api/admin/imports/{id}/rejected': 'administrator',
  'POST /api/admin/imports/{id}/undo': 'administrator',
  'DELETE /api/seo/keywords/{id}': 'administrator',
  'GET /api/seo/keywords/{id}/history': 'administrator',
  'POST /api/seo/keywords/{id}/restore': 'administrator',
  'DELETE /api/seo/backlinks/{id}': 'administrator',
  'POST /api/seo/backlinks/{id}/restore': 'administrator',
  'GET /api/seo/trends/{id}': 'administrator',
  'PATCH /api/seo/trends/{id}': 'administrator',
  'GET /api/market/imports/{id}': 'administrator',
  'DELETE /api/stock-cycle/ai-fill-drains/{id}': 'administrator',
  'POST /api/stock-cycle/ai-fill-drains/{id}/continue': 'administrator',
  'DELETE /api/stock-cycle/ai-replays/{id}': 'administrator',
  'POST /api/stock-cycle/ai-replays/{id}/continue': 'administrator',
  'GET /api/stock-cycle/ai-replays/{id}': 'everybody',
  'GET /api/market/syncs/{id}': 'everybody',
  'GET /api/market/stocks/{code}': 'everybody',
  'GET /api/market/stocks/{code}/bars': 'everybody',
  'GET /api/market/stocks/{code}/chips': 'everybody',
  'GET /api/screens/{id}': 'everybody',
  'GET /api/screens/{id}/days': 'everybody',
  'POST /api/screens/{id}/run': 'everybody',
  'POST /api/screens/{id}/sessions': 'everybody',
  'PATCH /api/screens/{id}': 'shown',
  'DELETE /api/screens/{id}': 'shown',
  'GET /api/studies/{id}': 'everybody',
  'DELETE /api/studies/{id}': 'everybody',
  'GET /api/studies/{id}/cases': 'everybody',
  'GET /api/studies/{id}/events': 'everybody',
  'POST /api/studies/{id}/portfolio': 'everybody',
  'GET /api/stock-cycle/sessions/{id}': 'everybody',
  'PATCH /api/stock-cycle/sessions/{id}': 'everybody',
  'DELETE /api/stock-cycle/sessions/{id}': 'everybody',
  'PUT /api/stock-cycle/sessions/{id}/priority': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/restore': 'everybody',
  'GET /api/stock-cycle/sessions/{id}/drawings': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/drawings': 'everybody',
  'PATCH /api/stock-cycle/sessions/{id}/drawings/{drawingId}': 'everybody',
  'DELETE /api/stock-cycle/sessions/{id}/drawings/{drawingId}': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/daily': 'everybody',
  'PATCH /api/stock-cycle/daily/{dailyId}': 'everybody',
  'DELETE /api/stock-cycle/daily/{dailyId}': 'everybody',
  'POST /api/stock-cycle/daily/{dailyId}/restore': 'everybody',
  'POST /api/stock-cycle/daily/{dailyId}/revert': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/weekly': 'everybody',
  'PATCH /api/stock-cycle/weekly/{weeklyId}': 'everybody',
  'DELETE /api/stock-cycle/weekly/{weeklyId}': 'everybody',
  'POST /api/stock-cycle/weekly/{weeklyId}/restore': 'everybody',
  'POST /api/stock-cycle/weekly/{weeklyId}/revert': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/ai-fill-daily': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/ai-fill-weekly': 'everybody',
  'POST /api/stock-cycle/sessions/{id}/ai-fill-fundamental': 'everybody',
  'GET /api/stock-cycle/sessions/{id}/fundamental-scores': 'everybody',
  'GET /api/stock-cycle/ai-fill-drains/{id}': 'everybody',
  'GET /api/stock-cycle/ai-fill-drains/{id}/events': 'everybody',
  'GET /api/stock-cycle/scans/{id}': 'everybody',
  'DELETE /api/stock-cycle/scans/{id}': 'everybody',
  'GET /api/stock-cycle/scans/{id}/hits': 'everybody',
  'GET /api/stock-cycle/scans/{id}/events': 'everybody',
};

const CODE = '600519';
const OF_ONE_ROW = OPERATIONS.filter(({ path }) => path.includes('{'));
const named = (owner: string) =>
  OF_ONE_ROW.filter(({ name }) => OWNERS[name] === owner).map((operation) => [operation.name, operation] as const);

describe('rows of another user', () => {
  let api: TestApi;
  let owner: TestUser;
  let stranger: TestUser;
  /** The owner's rows by the part of the path that is theirs. */
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    api = await TestApi.start();
    owner = await createPlainUser(api, 'owner');
    stranger = await createPlainUser(api, 'stranger');
    const insert = async (sql: string, ...parameters: unknown[]) => {
      const [row] = await api.database.query<{ id: number }>(`${sql} returning id`, parameters);
      return String(row?.id);
    };
    const job = await insert(
      `insert into job (name, queue, payload, requested_by) values ('ai.fill', 'ai', '{}', $1)`,
      owner.id,
    );
    const session = await insert(
      `insert into tracking_session (code, entry_date, market_source) values ('600519', '2025-12-01', 'demo')`,
    );
    Object.assign(ids, {
      jobs: job,
      'api-keys': (await api.database.query<{ id: number }>('select id from api_key where user_id = $1', [owner.id]))[0]
        ?.id,
      'ai-runs': await insert(
        `insert into ai_run (job_id, session_id, kind, model, requested_by, question_hash, data_through, replay)
         values ($1, $2, 'daily', 'rules', $3, repeat('0', 64), '2025-12-01', false)`,
        job,
        session,
        owner.id,
      ),
    });
    const put = (path: string, json: object) => api.call('PUT', path, { json, bearer: owner.token });
    expect((await put(`/api/watchlist/${CODE}`, { note: 'of the owner' })).status).toBe(200);
    expect((await put(`/api/positions/${CODE}`, { quantity: 100 })).status).toBe(200);
    const channel = await insert(
      `insert into notification_channel (user_id, name, kind, config_box) values ($1, 'of the owner', 'ntfy', 'x')`,
      owner.id,
    );
    const rule = `insert into notification_rule (user_id, name, event) values ($1, 'of the owner', 'scan.completed')`;
    const event = await insert(`insert into event (type, data) values ('market.complete', '{}')`);
    await insert(
      `insert into notification_delivery (event_id, channel_id, message, next_attempt_at) values ($1, $2, '{}', now())`,
      event,
      channel,
    );
    Object.assign(ids, { channels: channel, rules: await insert(rule, owner.id) });
  });
  afterAll(() => api.stop());

  const call = (operation: OpenApiOperation, bearer: string, id?: string): Promise<Reply> => {
    const kind = operation.path.split('/').at(-2) ?? '';
    const path = pathOf(operation, (name) => (name === 'code' ? (id ?? CODE) : (id ?? ids[kind] ?? '1')));
    return api.call(operation.method, path, {
      bearer,
      ...(operation.body === undefined ? {} : { json: bodyFor(path) }),
    });
  };

  it('are defined here for each route of one row', () => {
    expect(OF_ONE_ROW.map(({ name }) => name).sort()).toEqual(Object.keys(OWNERS).sort());
  });

  it.each(named('administrator'))('are not looked up by %s, which rejects a user before', async (_name, operation) => {
    for (const credential of [stranger.token, stranger.apiKey]) {
      expect([
        (await call(operation, credential)).status,
        (await call(operation, credential, '999999')).status,
      ]).toEqual([403, 403]);
    }
  });

  it.each(named('own').filter(([, { method }]) => method !== 'PUT'))(
    'are not found by %s',
    async (_name, operation) => {
      // Routes that change credentials take no key.
      const credentials = operation.keys === 'none' ? [stranger.token] : [stranger.token, stranger.apiKey];
      for (const credential of credentials) {
        const theirs = await call(operation, credential);
        const nobodys = await call(operation, credential, operation.path.includes('{code}') ? '600000' : '999999');
        expect([theirs.status, theirs.body.code]).toEqual([404, 'not_found']);
        expect(theirs.text.replaceAll(/\d+/g, '#')).toBe(nobodys.text.replaceAll(/\d+/g, '#'));
      }
    },
  );

  it.each(named('own').filter(([, { method }]) => method === 'PUT'))(
    'are not overwritten by %s, which writes next to them',
    async (_name, operation) => {
      expect((await call(operation, stranger.token)).status).toBe(200);
      const kept = await api.call(
        'GET',
        pathOf(operation, () => CODE),
        { bearer: owner.token },
      );
      expect(kept.body.data).toMatchObject(
        operation.path.includes('positions') ? { quantity: 100 } : { note: 'of the owner' },
      );
    },
  );

  it.each(named('own').filter(([, { method }]) => method === 'GET'))(
    'are found by their owner with %s (the ids above are real)',
    async (_name, operation) => {
      expect((await call(operation, owner.token)).status).toBe(200);
    },
  );
});

/** A body that would change the row. */
function bodyFor(path: string): object {
  if (path.includes('positions')) return { quantity: 7 };
  return path.includes('notifications') ? { name: 'of the stranger' } : {};
}
