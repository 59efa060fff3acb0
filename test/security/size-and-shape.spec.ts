import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApi } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

const login = '/api/auth/login';
const keys = '/api/auth/api-keys';
const upload = '/api/positions/import?dry_run=true';
const MEBIBYTE = 1024 * 1024;

/** What input-validation.spec.ts and test/e2e/http-conventions.spec.ts leave: bodies without a length, other charsets, forms, slow clients, bare sockets. */
describe('a request of unusual size and shape', () => {
  let service: TestService;
  let api: TestApi;
  let token: string;

  beforeAll(async () => {
    // With a worker: uploads are refused at once where nobody would read them.
    service = await TestService.start({ UPLOAD_MAX_BYTES: String(MEBIBYTE) });
    ({ api, token } = service);
  });
  afterAll(() => service.stop());

  /** Sends a body piece by piece, without a length, until the server answers or all is sent. */
  async function pour(path: string, type: string, pieces: number): Promise<{ status: number; sent: number }> {
    const headers = { 'content-type': type, authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' };
    const outgoing = request(`${api.url}${path}`, { method: 'POST', headers });
    const end = { come: false, status: 0 };
    outgoing.on('response', (response) => {
      Object.assign(end, { come: true, status: response.statusCode });
      response.resume();
    });
    outgoing.on('error', () => (end.come = true));
    let sent = 0;
    for (; sent < pieces && !end.come; sent += 1) {
      outgoing.write(Buffer.alloc(64 * 1024, 'x'));
      await sleep(1);
    }
    outgoing.end();
    for (let wait = 0; !end.come && wait < 200; wait += 1) await sleep(10);
    outgoing.destroy();
    return { status: end.status, sent };
  }

  it.each([
    ['JSON', keys, 'application/json'],
    ['CSV', upload, 'text/csv'],
  ])('with 10 MB of %s without a length ends with a 413, long before the end', async (_what, path, type) => {
    const { status, sent } = await pour(path, type, 160);
    expect(status).toBe(413);
    expect(sent).toBeLessThan(120);
    expect((await api.call('GET', '/health/live')).status).toBe(200);
  });

  it.each(['utf-16', 'utf-16le', 'gbk', 'iso-8859-1', 'x-unknown', '"utf-8"'])(
    'with JSON is read as UTF-8 whatever charset is claimed (%s): no second reading of the bytes',
    async (charset) => {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const chinese = await api.call('POST', keys, { raw: '{"name":"密钥"}', bearer: token, headers });
      expect([200, 415]).toContain(chinese.status);
      if (chinese.status === 200) expect(chinese.body.data).toMatchObject({ name: '密钥' });
      const wide = Buffer.from('{"name":"x"}', 'utf16le');
      expect((await api.call('POST', keys, { raw: wide, bearer: token, headers })).status).toBeGreaterThanOrEqual(400);
      expect((await api.call('POST', keys, { raw: wide, bearer: token, headers })).status).toBeLessThan(500);
    },
  );

  it('with a key sent twice has the value of the last one, for the checks as for what is stored', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (raw: string) => api.call('POST', keys, { raw, bearer: token, headers });
    expect((await send('{"name":"good","name":7}')).status).toBe(400);
    expect((await send('{"name":7,"name":"last"}')).body.data).toMatchObject({ name: 'last' });
    expect((await send('{"name":"x","n\\u0061me":"escaped"}')).body.data).toMatchObject({ name: 'escaped' });
  });

  it('does not change the prototypes', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const raw of [
      '{"__proto__":{"polluted":1},"name":"x"}',
      '{"constructor":{"prototype":{"polluted":1}},"name":"x"}',
      '{"name":{"constructor":{"prototype":{"polluted":1}}}}',
    ]) {
      expect((await api.call('POST', keys, { raw, bearer: token, headers })).status).toBe(400);
    }
    for (const query of ['__proto__[polluted]=1', '__proto__.polluted=1', 'constructor[prototype][polluted]=1']) {
      expect((await api.call('GET', `${keys}?${query}`, { bearer: token })).status).toBe(400);
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    [
      'a form with a field',
      upload,
      `multipart/form-data; boundary=b`,
      `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n`,
    ],
    [
      'a form with another file',
      upload,
      `multipart/form-data; boundary=b`,
      `--b\r\ncontent-disposition: form-data; name="b"; filename="b"\r\n\r\n`,
    ],
    ['a CSV that is too large', upload, 'text/csv', ''],
    ['JSON that is too large', keys, 'application/json', ''],
    ['a type that is not known', keys, 'text/plain', ''],
    ['a route that is not there', '/api/nothing', 'application/json', ''],
  ])('with %s, rejected early, delays no later request of the connection', async (_what, path, type, begin) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, to: string, body?: Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': type, authorization: `Bearer ${token}` };
        const outgoing = request(`${api.url}${to}`, {
          method,
          agent,
          headers: body === undefined ? {} : headers,
          timeout: 5000,
        });
        outgoing.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
        outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
        outgoing.on('error', reject);
        // Without a length, so that nothing is refused by it.
        if (body !== undefined) outgoing.write(body);
        outgoing.end();
      });
    try {
      for (let round = 0; round < 3; round += 1) {
        const refused = await send('POST', path, Buffer.from(begin + 'x'.repeat(1.5 * MEBIBYTE)));
        expect([400, 404, 413, 415]).toContain(refused);
        expect(await send('GET', '/health/live')).toBe(200);
      }
    } finally {
      agent.destroy();
    }
  });

  describe('with a form', () => {
    const B = 'b0und4ry';
    const head = (disposition: string) => `--${B}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;
    const part = (name: string, value: string) => `${head(`name="${name}"`)}${value}\r\n`;
    const file = (name: string) => `${head(`name="file"; filename="${name}"`)}code,quantity\n600519,1\n\r\n`;
    const end = `--${B}--\r\n`;
    const send = (raw: string | Buffer, type = `multipart/form-data; boundary=${B}`) =>
      api.call('POST', upload, {
        raw: typeof raw === 'string' ? raw : new Uint8Array(raw),
        bearer: token,
        headers: { 'content-type': type },
      });

    it.each([
      ['ten thousand fields', () => part('a', '1').repeat(10_000) + end],
      ['a hundred files', () => file('a.csv').repeat(100) + end],
      ['a field of a megabyte', () => part('a', 'x'.repeat(900_000)) + end],
      [
        'a header of 100 kB',
        () =>
          `--${B}\r\ncontent-disposition: form-data; name="file"; filename="${'x'.repeat(100_000)}"\r\n\r\n1\r\n${end}`,
      ],
      ['a thousand headers of a part', () => `--${B}\r\n${'x-a: 1\r\n'.repeat(1000)}\r\n1\r\n${end}`],
      ['no end', () => file('a.csv')],
      ['no part', () => end],
      ['nothing', () => ''],
      ['a name that is a field of every object', () => part('__proto__', '1') + part('constructor', '1') + end],
      ['zeros', () => '\0'.repeat(100_000)],
    ])('of %s is rejected in time', async (_what, raw) => {
      const begin = performance.now();
      const reply = await send(raw());
      expect([400, 413, 415]).toContain(reply.status);
      expect(performance.now() - begin).toBeLessThan(5000);
    });

    it.each([
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(5000)}`,
      'multipart/mixed; boundary=x',
    ])('of %s is rejected', async (type) => {
      expect([400, 415]).toContain((await send(file('a.csv') + end, type)).status);
    });

    it.each(['../../../../etc/cron.d/x', '/etc/passwd', 'a\\..\\b.csv', '=cmd.csv', 'a%0d%0aset-cookie:b=c.csv'])(
      'with a file named %s leads to no path',
      async (name) => {
        const reply = await send(file(name) + end);
        expect([200, 202, 400, 503]).toContain(reply.status);
        expect(reply.headers.get('set-cookie')).toBeNull();
      },
    );
  });

  describe('over a bare socket', () => {
    async function socketWith(text: string): Promise<{ socket: Socket; answer: () => string }> {
      const { hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname);
      const chunks: string[] = [];
      socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(text);
      return { socket, answer: () => chunks.join('') };
    }

    async function answerTo(text: string): Promise<string> {
      const { socket, answer } = await socketWith(text);
      for (let wait = 0; wait < 100 && !socket.closed && !answer().includes('\r\n\r\n'); wait += 1) await sleep(10);
      await sleep(50);
      socket.destroy();
      return answer();
    }

    const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code));
    const smuggled = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';

    it.each([
      ['a length and chunks', `content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ['two lengths', `content-length: 0\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`],
      ['a length that is no number', `content-length: 0x10\r\n\r\n${smuggled}`],
      ['chunks spelled otherwise', `transfer-encoding: xchunked\r\n\r\n${smuggled}`],
      ['a blank before the colon', `content-length : 4\r\n\r\n${smuggled}`],
      ['a header that goes on in the next line', `x-a: 1\r\n content-length: 4\r\n\r\n${smuggled}`],
      ['a chunk whose size overflows', 'transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n'],
    ])('with %s is cut: no second request hides in the first', async (_what, rest) => {
      const answer = await answerTo(
        `POST ${login} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${rest}`,
      );
      expect(statuses(answer).filter((status) => status === 200)).toEqual([]);
      expect(statuses(answer)[0] ?? 400).toBeLessThan(500);
    });

    it.each([
      ['headers of 100 kB', `GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`, [400, 431]],
      ['five thousand headers', `GET / HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(5000)}\r\n`, [200, 400, 431]],
      ['an address of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, [400, 414, 431]],
      ['an unknown method', 'JUMP / HTTP/1.1\r\nhost: x\r\n\r\n', [400, 405]],
      ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
      ['a proxy’s request', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n', []],
      // The page of the console, which knows its own paths alone.
      ['an address of another host', 'GET http://evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\n', [400, 421]],
    ])('with %s gets a rejection or nothing', async (_what, text, allowed: number[]) => {
      const answer = await answerTo(text);
      for (const status of statuses(answer)) expect(allowed).toContain(status);
      expect(answer).not.toMatch(/node_modules|\bat .*\.(?:js|ts):|evil\.example/);
      expect((await api.call('GET', '/health/live')).status).toBe(200);
    });

    it('does not delay others if three hundred clients drip their headers or bodies', async () => {
      const begun = Array.from({ length: 300 }, (_, index) =>
        socketWith(
          index % 2 === 0
            ? 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '
            : `POST ${login} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":"`,
        ),
      );
      const slow = await Promise.all(begun);
      try {
        const begin = performance.now();
        for (let index = 0; index < 20; index += 1) {
          for (const { socket } of slow.slice(index * 15, index * 15 + 15)) socket.write('a');
          expect((await api.call('GET', '/health/ready')).status).toBe(200);
        }
        expect(performance.now() - begin).toBeLessThan(5000);
      } finally {
        for (const { socket } of slow) socket.destroy();
      }
    });

    it('is cut by the server if its client never finishes, headers and body alike', async () => {
      const server = api.app.getHttpServer() as { headersTimeout: number; requestTimeout: number };
      const usual = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
      expect(usual.headersTimeout).toBeLessThanOrEqual(60_000);
      expect(usual.requestTimeout).toBeLessThanOrEqual(300_000);
    });
  });
});
