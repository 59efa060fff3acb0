import { TestApi } from '../support/worlds/test-api';
import { until } from '../support/until';

describe('the HTTP foundation', () => {
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    api = await TestApi.start();
    token = await api.login();
  });
  afterAll(() => api.stop());

  const TOO_DEEP = 'it is nested more than 64 levels deep';
  const keys = '/api/auth/api-keys';
  const login = '/api/auth/login';

  describe('in its order of checks', () => {
    it('responds to malformed JSON without credentials with 401, and with credentials with 400', async () => {
      const options = { raw: '{"name": ', headers: { 'content-type': 'application/json' } };
      const anonymous = await api.call('POST', keys, options);
      expect(anonymous.status).toBe(401);
      expect(Object.keys(anonymous.body)).toEqual(['error']);
      expect(anonymous.headers.get('www-authenticate')).toContain('Bearer');
      const known = await api.call('POST', keys, { ...options, bearer: token });
      expect(known.status).toBe(400);
      expect(known.body).toMatchObject({ success: false, code: 'malformed_json' });
    });

    it.each([undefined, 'nonsense'])(
      'responds to an unknown route with 404 in the envelope (credential %s)',
      async (bearer) => {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const reply = await api.call(method, '/api/nothing/here', bearer === undefined ? {} : { bearer });
          expect(reply.status).toBe(404);
          expect(reply.body).toEqual({ success: false, error: 'there is no such route', code: 'not_found' });
        }
      },
    );

    it('shows the console to a browser that opens an unknown address, with 404, but not where programs ask', async () => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      for (const path of ['/stock/600519', '/positions?code=1', '/apis', '/%E6%8C%81%E4%BB%93']) {
        const reply = await api.call('GET', path, { headers: { accept } });
        expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
          path,
          404,
          'text/html; charset=utf-8',
        ]);
        const nonce = /'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
        expect(reply.text).toContain(`"${nonce}"`);
      }
      for (const path of [
        '/api',
        '/api?a=1',
        '/api/nothing',
        '/assets/nothing/here',
        '/mcp/nothing',
        '/health/nothing',
      ]) {
        const reply = await api.call('GET', path, { headers: { accept } });
        expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'not_found']);
      }
      for (const [method, header] of [
        ['POST', accept],
        ['GET', '*/*'],
      ] as const) {
        const reply = await api.call(method, '/stock/600519', { headers: { accept: header } });
        expect([method, reply.status, reply.body.code]).toEqual([method, 404, 'not_found']);
      }
    });

    it('responds to an unknown route with 404 whatever the body is', async () => {
      const reply = await api.call('POST', '/api/nothing', { raw: 'x', headers: { 'content-type': 'text/plain' } });
      expect(reply.status).toBe(404);
    });

    it('responds to a wrong method with 405 and Allow, before credentials and body', async () => {
      const put = await api.call('PUT', keys, { raw: 'x', headers: { 'content-type': 'text/plain' } });
      expect(put.status).toBe(405);
      expect(put.headers.get('allow')).toBe('GET, HEAD, POST');
      expect(put.body).toMatchObject({ success: false, code: 'method_not_allowed' });
      expect((await api.call('DELETE', login)).headers.get('allow')).toBe('POST');
      expect((await api.call('OPTIONS', login)).status).toBe(405);
      expect((await api.call('POST', '/health/live')).status).toBe(405);
    });
  });

  describe('for bodies', () => {
    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'rejects %s with 415',
      async (type) => {
        const reply = await api.call('POST', login, { raw: 'username=admin', headers: { 'content-type': type } });
        expect(reply.status).toBe(415);
        expect(reply.body).toMatchObject({ success: false, code: 'unsupported_media_type' });
      },
    );

    it('rejects a body over 1 MiB with 413', async () => {
      const reply = await api.call('POST', login, { json: { username: 'x'.repeat(1024 * 1024) } });
      expect(reply.status).toBe(413);
      expect(reply.body).toMatchObject({ success: false, code: 'body_too_large' });
    });

    it.each([
      ['a __proto__ key', '{"name":"x","__proto__":{"admin":true}}', 'it has a key named __proto__'],
      ['a hidden __proto__ key', '{"name":{"\\u005f_proto__":1}}', 'it has a key named __proto__'],
      ['a constructor in a field', '{"name":{"constructor":{"prototype":{}}}}', 'it has a key named constructor'],
      ['a constructor in a list', '{"name":[{"constructor":7}]}', 'it has a key named constructor'],
      ['65 levels of arrays', `{"name":${'['.repeat(64)}${']'.repeat(64)}}`, TOO_DEEP],
      ['5000 levels of arrays', `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`, TOO_DEEP],
      ['5000 levels of objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, TOO_DEEP],
      ['half a million open brackets', '['.repeat(500_000), TOO_DEEP],
    ])('rejects %s with 400, unread', async (_what, raw, reason) => {
      const reply = await api.call('POST', keys, {
        raw,
        bearer: token,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.status).toBe(400);
      expect(reply.body.error).toBe(`the body can't be read: ${reason}`);
    });

    it.each([
      ['nothing', ''],
      ['an array', '[]'],
      ['null', 'null'],
      ['a string', '"name"'],
      ['trailing garbage', '{"name":"x"}}'],
      ['NaN', '{"name":"x","expires_in_days":NaN}'],
    ])('rejects %s with 400', async (_what, raw) => {
      const reply = await api.call('POST', keys, {
        raw,
        bearer: token,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        success: false,
        error: expect.any(String) as string,
        code: expect.any(String) as string,
      });
    });

    it('rejects bytes that are not UTF-8 with 400, and accepts a byte order mark', async () => {
      const headers = { 'content-type': 'application/json' };
      const broken = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
      expect((await api.call('POST', keys, { raw: broken, bearer: token, headers })).status).toBe(400);
      const marked = await api.call('POST', keys, { raw: '\uFEFF{"name":"bom"}', bearer: token, headers });
      expect(marked.status).toBe(200);
    });

    it('accepts a DELETE without a body but with a JSON header', async () => {
      const made = await api.call('POST', keys, { json: { name: 'gone soon' }, bearer: token });
      const reply = await api.call('DELETE', `${keys}/${(made.body.data as { id: number }).id}`, {
        bearer: token,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.status).toBe(200);
    });

    it('rejects fields sent to a route that takes none', async () => {
      const reply = await api.call('POST', '/api/auth/logout', { json: { everywhere: true }, bearer: token });
      expect(reply.status).toBe(400);
      expect(reply.body.fields).toEqual([
        { field: 'everywhere', message: expect.stringContaining('unknown field') as string },
      ]);
    });
  });

  describe('for fields', () => {
    const create = (json: unknown) => api.call('POST', keys, { json, bearer: token });

    it('names an unknown field and suggests a known one', async () => {
      const camel = await create({ name: 'x', expiresInDays: 3 });
      expect(camel.status).toBe(400);
      expect(camel.body.error).toBe('unknown field "expiresInDays"; did you mean expires_in_days?');
      const close = await create({ nam: 'x' });
      expect(close.body.error).toContain('did you mean name?');
      expect(close.body.error).toContain('1 more problem');
      expect(close.body.fields?.map((problem) => problem.field)).toEqual(['nam', 'name']);
    });

    it('lists every problem, with the received value, cut', async () => {
      const reply = await create({ name: 'x'.repeat(200), expires_in_days: 'soon', other: 1 });
      expect(reply.status).toBe(400);
      expect(reply.body.fields?.map((problem) => problem.field)).toEqual(['other', 'name', 'expires_in_days']);
      expect(reply.body.fields?.[1]?.message).toContain(`"${'x'.repeat(79)}…`);
      expect(reply.body.fields?.[2]?.message).toBe(
        'expires_in_days must be a whole number from 1 to 3650, or null; received "soon"',
      );
    });

    it.each([true, '7', '', 1.5, 1e21, 0, 3651, [], {}])('rejects %j as a whole number', async (expires_in_days) => {
      expect((await create({ name: 'x', expires_in_days })).status).toBe(400);
    });

    it.each(['a\0b', 'a\u0007b', 'a\nb', '\ud800', 'a\udfffb', '', '   ', 5, null])(
      'rejects %j as text',
      async (name) => {
        const reply = await create({ name });
        expect(reply.status).toBe(400);
        expect(reply.body.error).toMatch(/^name /);
      },
    );

    it('trims text and counts code points', async () => {
      const reply = await create({ name: `  ${'🀄'.repeat(100)}  ` });
      expect(reply.status).toBe(200);
      expect(reply.body.data).toMatchObject({ name: '🀄'.repeat(100) });
      expect((await create({ name: '🀄'.repeat(101) })).status).toBe(400);
    });

    it('never returns a password', async () => {
      const reply = await api.call('POST', login, { json: { username: 'admin', password: { canary: 'Sh0wn?' } } });
      expect(reply.status).toBe(400);
      expect(reply.text).not.toContain('Sh0wn?');
    });
  });

  describe('for query and path', () => {
    it('names an unknown and a repeated query parameter', async () => {
      const unknown = await api.call('GET', '/api/auth/me?verbose=1', { bearer: token });
      expect(unknown.status).toBe(400);
      expect(unknown.body.error).toContain('unknown query parameter "verbose"');
      const repeated = await api.call('GET', '/api/auth/me?a=1&a=2', { bearer: token });
      expect(repeated.body.fields?.[0]).toEqual({ field: 'a', message: 'query parameter "a" was sent more than once' });
    });

    it('accepts api_key everywhere', async () => {
      expect((await api.call('GET', '/health/live?api_key=whatever')).status).toBe(200);
    });

    it.each([
      ['0', 404],
      ['1', 404],
      ['9007199254740993', 404],
      ['9223372036854775807', 404],
      ['9223372036854775808', 400],
      ['-1', 400],
      ['1.0', 400],
      ['0x1F', 400],
      ['１２', 400],
      ['12%0a', 400],
      ['0'.repeat(400), 400],
    ])('responds to the id %s with %i', async (id, status) => {
      const reply = await api.call('GET', `/api/jobs/${id}`, { bearer: token });
      expect(reply.status).toBe(status);
      expect(reply.body).toMatchObject({ success: false, code: status === 404 ? 'not_found' : 'invalid_input' });
    });

    it('responds to a broken percent escape with 400', async () => {
      const reply = await api.rawCall('GET', '/api/jobs/%zz', []);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({ success: false });
    });
  });

  describe('in its responses', () => {
    it('names the failed component in a 500, and nothing else', async () => {
      await api.database.query('alter table job rename to job_away');
      try {
        const reply = await api.call('GET', '/api/jobs/5', {
          bearer: token,
          headers: { 'x-request-id': 'trace-me.1' },
        });
        expect(reply.status).toBe(500);
        expect(reply.body).toEqual({
          success: false,
          error: 'something went wrong on the server; tell the operator the request id trace-me.1',
          code: 'internal_error',
        });
        expect(api.logs).toContain('trace-me.1');
      } finally {
        await api.database.query('alter table job_away rename to job');
      }
    });

    it('returns a valid request id and replaces an invalid one', async () => {
      const sane = await api.call('GET', '/health/live', { headers: { 'x-request-id': 'abc-1' } });
      expect(sane.headers.get('x-request-id')).toBe('abc-1');
      const other = await api.call('GET', '/health/live', { headers: { 'x-request-id': 'a b"<' } });
      expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('forbids caching and foreign hosts', async () => {
      for (const path of ['/', '/api/docs', '/health/live', '/api/nothing']) {
        const { headers } = await api.call('GET', path);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    it('loads nothing from a foreign host on its pages', async () => {
      for (const path of ['/', '/api/docs']) {
        const { text, status } = await api.call('GET', path);
        expect(status).toBe(200);
        const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
        expect(addresses.length).toBeGreaterThan(1);
        expect(addresses.filter((address) => /^(?:https?:)?\/\//.test(address))).toEqual([]);
      }
    });

    it('serves the console’s page at all of its addresses, each time with a new nonce, and its files as immutable', async () => {
      const nonces = new Set<string | undefined>();
      for (const path of ['/', '/today', '/sessions?status=open&sort=priority', '/sessions/17', '/settings/users']) {
        const { status, text, headers } = await api.call('GET', path, { headers: { accept: 'text/html' } });
        expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
        const nonce = /name="csp-nonce" content="([^"]+)"/.exec(text)?.[1];
        expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce ?? ''}'`);
        nonces.add(nonce);
        const [file] = /\/assets\/[^"]+\.js/.exec(text) ?? [''];
        const script = await api.call('GET', file, { headers: { 'accept-encoding': 'br' } });
        expect(script.status).toBe(200);
        expect(script.headers.get('content-encoding')).toBe('br');
        expect(script.headers.get('cache-control')).toContain('immutable');
      }
      expect(nonces.size).toBe(5);
      expect((await api.call('GET', '/assets/nothing.js')).status).toBe(404);
      expect((await api.call('GET', '/assets/..%2findex.html')).status).toBe(404);
      expect((await api.call('GET', '/todays')).status).toBe(404);
    });

    it('tells the console who is signed in, and treats an invalid login as none', async () => {
      const anonymous = await api.call('GET', '/api/console', { bearer: 'nonsense' });
      expect(anonymous.body.data).toMatchObject({ user: null, marketSource: 'none' });
      const token = await api.login();
      await api.database.query(`update market_state set source = 'demo'`);
      const admin = await api.call('GET', '/api/console', { headers: { cookie: `stock_cycle=${token}` } });
      expect(admin.body.data).toMatchObject({
        user: { id: 1, username: 'admin', role: 'admin' },
        marketSource: 'demo',
        marketNotices: [expect.stringContaining('demo data')],
        scanMaxTradingDays: 60,
      });
    });

    it('reports its health and its metrics', async () => {
      expect((await api.call('GET', '/health/live')).body).toEqual({ success: true, data: { status: 'ok' } });
      const ready = await api.call('GET', '/health/ready');
      expect(ready.status).toBe(200);
      expect(ready.body.data).toEqual({ status: 'degraded', degraded: expect.arrayContaining(['worker']) as string[] });
      const metrics = await api.call('GET', '/metrics');
      expect(metrics.text).toContain(
        'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}',
      );
      expect(metrics.text).toContain('database_up 1');
      expect(metrics.text).toContain('jobs{state="queued"} 0');
    });

    it('is not ready without its migrations', async () => {
      await api.database.query(`update migration set name = name || '-away' where name like 'CreateAccounts%'`);
      try {
        const ready = () => api.call('GET', '/health/ready');
        await until('readiness has looked again', 5000, async () => (await ready()).status === 503);
        const reply = await ready();
        expect(reply.body).toMatchObject({ success: false, code: 'migrations_pending' });
        expect(reply.headers.get('retry-after')).toBe('2');
      } finally {
        await api.database.query(`update migration set name = replace(name, '-away', '')`);
      }
    });
  });
});
