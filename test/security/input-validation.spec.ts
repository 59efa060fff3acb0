import { gzipSync } from 'node:zlib';
import { ApiKeysService } from '#lib/accounts';
import {
  type OpenApiOperation,
  type OpenApiSchema,
  OPERATIONS,
  pathOf,
  resolved,
} from '../support/openapi/openapi-operations';
import { measureProcessorTime } from '../support/processor-time';
import { type CallOptions, type Reply, TestApi } from '../support/worlds/test-api';

/** Traps that every route has to step over, generated from the OpenAPI document; the order follows `spec/faults.md`, section 4. */
describe('input validation', () => {
  let api: TestApi;
  let token: string;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
    key = (
      await api.app
        .get(ApiKeysService, { strict: false })
        .create(1, { name: 'traps', scopes: ['read', 'write', 'admin'] })
    ).key;
  });
  afterAll(() => api.stop());

  const call = (operation: OpenApiOperation, options: CallOptions & { id?: string; query?: string } = {}) => {
    const { id = '1', query, ...rest } = options;
    const path = `${pathOf(operation, (name) => (isId(name) ? id : '600519'))}${query === undefined ? '' : `?${query}`}`;
    // The lookups take a key in their header, and no login.
    if (operation.access !== 'key_header') return api.call(operation.method, path, { bearer: token, ...rest });
    return api.call(operation.method, path, { ...rest, headers: { ...rest.headers, 'x-api-key': key } });
  };
  const each = (operations: readonly OpenApiOperation[]) => operations.map((one) => [one.name, one] as const);

  /** Screens have names for ids. */
  const WITH_ID = OPERATIONS.filter(({ parameters }) =>
    parameters.some((one) => one.in === 'path' && isId(one.name) && one.schema.type === 'number'),
  );
  const WITH_JSON = OPERATIONS.filter(({ body }) => body !== undefined && fieldsOf(body).length > 0);
  /** Ending one's own login would spoil what follows. */
  const WITHOUT_LOGOUT = OPERATIONS.filter(({ name }) => name !== 'POST /api/auth/logout');

  describe('of ids', () => {
    it.each(each(WITH_ID))('lets %s accept whole numbers only', async (_name, operation) => {
      const bad = [
        '9223372036854775808',
        '-1',
        '1.0',
        '1e1',
        '0x1',
        '%2B1',
        '%201',
        '１',
        '1%00',
        '1%0a',
        '9'.repeat(400),
        'NaN',
      ];
      for (const id of bad) {
        const reply = await call(operation, { id });
        expect([id, reply.status]).toEqual([id, 400]);
      }
    });

    it.each(each(WITH_ID.filter(({ bodyTypes }) => bodyTypes.length === 0)))(
      'lets %s find nothing by an id that no row can have, not its neighbour',
      async (_name, operation) => {
        for (const id of ['0', '9007199254740993', '9223372036854775807']) {
          const reply = await call(operation, { id });
          expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found']);
          if (id !== '0') expect(reply.body.error).toBe(`nothing has the id ${id}`);
        }
      },
    );
  });

  const BAD_DAYS = [
    '2024-02-30',
    '2023-02-29',
    '2024-1-1',
    '2024-W01',
    '2024-001',
    '20240101',
    '2024-01-01T00:00:00Z',
    '3000-01-01',
    '２０２４-01-01',
  ];

  describe('of days', () => {
    const dated = OPERATIONS.flatMap((operation) => [
      ...operation.parameters
        .filter((one) => one.in === 'query' && one.schema.format === 'date')
        .map(({ name }) => [operation.name, name, operation, 'query'] as const),
      ...(operation.body === undefined ? [] : fieldsOf(operation.body))
        .filter(([, schema]) => schema.format === 'date')
        .map(([name]) => [operation.name, name, operation, 'body'] as const),
    ]);

    it.each(dated)('lets %s accept as %s only a real day in the one form', async (_route, name, operation, place) => {
      // Domains are older than the exchange.
      const first = name === 'createdDate' ? '1984-12-31' : '1990-12-18';
      for (const day of [...BAD_DAYS, first]) {
        const reply = await call(
          operation,
          place === 'query' ? { query: `${name}=${encodeURIComponent(day)}` } : { json: { [name]: day } },
        );
        expect([day, reply.status, problemOf(reply, name)]).toEqual([day, 400, expect.stringContaining('received')]);
      }
    });
  });

  describe('of bodies', () => {
    const SERVERS_OWN = [
      'id',
      'user_id',
      'userId',
      'status',
      'role',
      'closed_at',
      'ended_at',
      'deleted_at',
      'created_at',
      'updated_at',
      'is_latest',
      'origin',
      'version',
      'session_id',
      'disabled_at',
      'password_hash',
      'current_primary_phase_by',
    ];

    it.each(each(WITH_JSON))(
      'lets %s reject every field that is not its own (mass assignment)',
      async (_name, operation) => {
        const own = operation.body === undefined ? [] : fieldsOf(operation.body).map(([name]) => name);
        const foreign = [...SERVERS_OWN, 'constructor', 'toString', 'hasOwnProperty'].filter(
          (name) => !own.includes(name),
        );
        const reply = await call(operation, { json: Object.fromEntries(foreign.map((name) => [name, 1])) });
        expect(reply.status).toBe(400);
        expect(foreign.filter((name) => problemOf(reply, name)?.startsWith('unknown field') !== true)).toEqual([]);
      },
    );

    const fields = WITH_JSON.flatMap((operation) =>
      (operation.body === undefined ? [] : fieldsOf(operation.body)).map(
        ([name, schema]) => [operation.name, name, operation, schema] as const,
      ),
    );

    it.each(fields)('rejects in %s for %s any other type (type confusion)', async (_route, name, operation, schema) => {
      const foreign: unknown[] = [
        { a: 1 },
        { length: 1 },
        [[]],
        [{ $ne: null }],
        Number.MAX_VALUE,
        -1e21,
        'x\u0000y',
        '\ud800',
      ];
      for (const value of foreign) {
        // An object that may hold anything takes objects.
        if (schema.additionalProperties === true && !Array.isArray(value) && typeof value === 'object') continue;
        const reply = await call(operation, { json: { [name]: value } });
        expect([name, value, reply.status, problemOf(reply, name)]).toEqual([name, value, 400, expect.any(String)]);
      }
      if (schema.type === 'string') return;
      for (const value of ['', ' ', '0x1F', '1e3', 'true']) {
        if (value.trim() === '' && schema.nullable === true) continue;
        const reply = await call(operation, { json: { [name]: value } });
        expect([name, value, reply.status]).toEqual([name, value, 400]);
      }
    });

    it.each(fields)(
      'takes null in %s for %s only where the document says so',
      async (_route, name, operation, schema) => {
        expect(schema.nullable === true && schema.default !== undefined).toBe(false);
        // With a field that no route has, so that nothing is done.
        const problem = problemOf(await call(operation, { json: { [name]: null, no_such_field: 1 } }), name);
        if (schema.nullable === true) expect(problem).toBeUndefined();
        else expect(problem).toContain('must be');
      },
    );

    it.each(each(WITH_JSON))('lets %s reject giants in time', async (_name, operation) => {
      const giants = [
        { raw: `[${'0,'.repeat(100_000)}0]` },
        { raw: `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}` },
        { raw: `{"a":"${'x'.repeat(1024 * 1024)}"}`, status: 413 },
      ];
      for (const { raw, status = 400 } of giants) {
        const headers = { 'content-type': 'application/json' };
        const { result: reply, ms } = await measureProcessorTime(() => call(operation, { raw, headers }));
        expect(reply.status).toBe(status);
        expect(reply.text.length).toBeLessThan(50_000);
        expect(ms).toBeLessThan(2000);
      }
    });

    it('reads nothing that is compressed: a bomb is not unpacked', async () => {
      const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x')));
      for (const operation of WITH_JSON.slice(0, 3)) {
        const reply = await call(operation, {
          raw: bomb,
          headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        });
        expect(reply.status).toBe(400);
      }
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/json-patch+json'])(
      'rejects in JSON routes %s',
      async (type) => {
        for (const operation of WITH_JSON.filter(({ bodyTypes }) => bodyTypes.length === 1)) {
          const reply = await call(operation, { raw: 'code=600519', headers: { 'content-type': type } });
          expect([operation.name, reply.status]).toEqual([operation.name, 415]);
        }
      },
    );
  });

  describe('of queries', () => {
    // The key of a calendar feed is refused before its form is looked at: review-calendar.spec.ts.
    it.each(each(WITHOUT_LOGOUT.filter(({ calendarKey }) => !calendarKey)))(
      'lets %s reject what is sent twice, in brackets, or unknown',
      async (_name, operation) => {
        const known = operation.parameters.find((one) => one.in === 'query')?.name ?? 'a';
        const json = anyBody(operation);
        for (const query of [
          `${known}=1&${known}=2`,
          `${known}[]=1`,
          `${known}[$ne]=1`,
          `${known}.x=1`,
          '__proto__[a]=1',
          'constructor=1',
          'sort;drop=1',
        ]) {
          const reply = await call(operation, { query, ...json });
          expect([query, reply.status]).toEqual([query, 400]);
        }
        const many = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&');
        expect((await call(operation, { query: many, ...json })).status).toBe(400);
      },
    );

    it.each(
      each(
        OPERATIONS.filter(
          ({ method, parameters }) => method === 'GET' && parameters.some((one) => one.name === 'limit'),
        ),
      ),
    )('lets %s clamp its limit', async (_name, operation) => {
      const reply = await call(operation, { query: 'limit=1000000000' });
      if (reply.status === 404) return;
      expect(reply.status).toBe(200);
      const page = reply.body.data as { pagination?: { limit: number }; items?: unknown[] };
      expect(page.pagination?.limit ?? page.items?.length).toBeLessThanOrEqual(500);
      for (const limit of ['0', '-1', '1.5', '1e3', '', '٣', '9'.repeat(30)]) {
        expect([limit, (await call(operation, { query: `limit=${encodeURIComponent(limit)}` })).status]).toEqual([
          limit,
          400,
        ]);
      }
    });

    it('treats the wildcards of LIKE literally', async () => {
      const path = '/api/stock-cycle/sessions';
      for (const [code, stock_name] of [
        ['600001', '百分%之_百'],
        ['600002', '反斜杠\\尾'],
        ['600003', '普通'],
      ]) {
        await api.call('POST', path, { bearer: token, json: { code, entry_date: '2025-12-01', stock_name } });
      }
      const found = async (code: string) => {
        const reply = await api.call('GET', `${path}?code=${encodeURIComponent(code)}`);
        expect(reply.status).toBe(200);
        return (reply.body.data as { sessions: { code: string }[] }).sessions.map((session) => session.code).sort();
      };
      expect(await found('%')).toEqual(['600001']);
      expect(await found('_')).toEqual(['600001']);
      expect(await found('\\')).toEqual(['600002']);
      expect(await found('%%')).toEqual([]);
      expect(await found('______')).toEqual([]);
      expect(await found("'")).toEqual([]);
      expect(await found('6000')).toEqual(['600001', '600002', '600003']);
    });
  });

  describe('of methods', () => {
    const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))];

    it.each(PATHS)('lets %s respond to TRACE and OPTIONS with 405, and return nothing of the request', async (path) => {
      const url = path.replaceAll(/\{[^}]+\}/g, '1');
      for (const method of ['TRACE', 'OPTIONS']) {
        const reply = await api.rawCall(method, url, [
          'authorization',
          `Bearer ${token}`,
          'x-canary',
          'canary-in-a-header',
        ]);
        expect([method, reply.status]).toEqual([method, 405]);
        expect(reply.text).not.toContain('canary');
        expect(reply.text).not.toContain(token);
      }
      const preflight = await api.call('OPTIONS', url, {
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    });
  });

  describe('responses', () => {
    it('carry the security headers whatever happened', async () => {
      const login = '/api/auth/login';
      const json = { 'content-type': 'application/json' };
      const replies: [expected: number, reply: Reply][] = [
        [200, await api.call('GET', '/health/live')],
        [200, await api.call('GET', '/')],
        [400, await api.call('GET', '/api/jobs/x', { bearer: token })],
        [401, await api.call('GET', '/api/auth/me')],
        [403, await api.call('POST', '/api/auth/api-keys', { json: {}, headers: { cookie: `stock_cycle=${token}` } })],
        [404, await api.call('GET', '/api/jobs/999', { bearer: token })],
        [404, await api.call('GET', '/nothing')],
        [405, await api.call('PUT', login)],
        [413, await api.call('POST', login, { raw: 'x'.repeat(1024 * 1024 + 1), headers: json })],
        [415, await api.call('POST', login, { raw: 'x', headers: { 'content-type': 'text/plain' } })],
      ];
      for (const [expected, { status, headers }] of replies) {
        expect(status).toBe(expected);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'x-request-id': expect.any(String) as string,
        });
        for (const teller of ['server', 'x-powered-by', 'access-control-allow-origin'])
          expect(headers.has(teller)).toBe(false);
      }
    });

    it('never contain a secret, nor does the log, by any way and on any route', async () => {
      const made = await api.call('POST', '/api/auth/api-keys', { bearer: token, json: { name: 'canary' } });
      const { key } = made.body.data as { key: string };
      const unknownKey = `sck_${'ab12'.repeat(4)}_${'cafe'.repeat(16)}`;
      const password = 'c4nary-p4ss-w0rd';
      const loginToken = await api.login();
      const secrets = [key, unknownKey, loginToken, loginToken.split('.')[2] ?? '', password];
      const told: string[] = [];
      for (const operation of OPERATIONS.filter(({ path }) => !path.endsWith('/events'))) {
        const path = pathOf(operation, () => '1');
        const json =
          operation.body === undefined
            ? {}
            : { json: { password, current_password: password, new_password: [password] } };
        for (const reply of [
          await api.call(operation.method, `${path}?x=1&api_key=${key}`, json),
          await api.call(operation.method, `${path}?x=1&api_key=${unknownKey}&api_key=${key}`, json),
          await api.call(operation.method, `${path}?x=1&token=${loginToken}`, { ...json, bearer: unknownKey }),
          await api.call(operation.method, `${path}?x=1`, {
            ...json,
            headers: { cookie: `stock_cycle=${loginToken}`, 'x-api-key': key, referer: `http://h/?api_key=${key}` },
          }),
        ]) {
          told.push(
            ...secrets.filter((secret) => reply.text.includes(secret)).map((secret) => `${operation.name}: ${secret}`),
          );
        }
      }
      expect(told).toEqual([]);
      expect(secrets.filter((secret) => api.logs.includes(secret))).toEqual([]);
      expect(api.logs).toContain('"url":');
    });
  });

  it('is not delayed by an address of 15 kB, whatever it contains (the log searches it for secrets)', async () => {
    for (const text of [`${'A'.repeat(7000)}://${':'.repeat(7000)}`, '://a:'.repeat(2800), 'eyJ-'.repeat(3500)]) {
      const { result: reply, ms } = await measureProcessorTime(() => api.call('GET', `/api/nothing?q=${text}`));
      expect(reply.status).toBe(404);
      expect(ms).toBeLessThan(2000);
    }
  });

  it('cuts a request that never ends: the server has a limit for headers and for bodies', () => {
    const { headersTimeout, requestTimeout } = api.app.getHttpServer() as {
      headersTimeout: number;
      requestTimeout: number;
    };
    for (const bound of [headersTimeout, requestTimeout]) {
      expect(bound).toBeGreaterThan(0);
      expect(bound).toBeLessThanOrEqual(300_000);
    }
  });
});

function isId(parameter: string): boolean {
  return parameter.toLowerCase().endsWith('id');
}

function fieldsOf(body: OpenApiSchema): [name: string, schema: OpenApiSchema][] {
  return Object.entries(resolved(body).properties ?? {}).map(([name, schema]) => [name, resolved(schema)]);
}

/** A body of the right type, so that it is not what the request is refused for. */
function anyBody({ body, bodyTypes }: OpenApiOperation): CallOptions {
  if (body !== undefined) return { json: {} };
  const [type] = bodyTypes.filter((one) => !one.startsWith('multipart/'));
  return type === undefined ? {} : { raw: 'code\n600519\n', headers: { 'content-type': type } };
}

function problemOf(reply: Reply, field: string): string | undefined {
  return reply.body.fields?.find((problem) => problem.field === field)?.message;
}
