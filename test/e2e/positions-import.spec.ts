import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { resolve } from 'node:path';
import { UsersService } from '#lib/accounts';
import { PositionsImportService, type PositionsImportReport } from '#lib/portfolio';
import { UploadsService } from '#lib/uploads';
import { emptyTables } from '../support/database/empty-tables';
import { putSmallMarket } from '../support/database/small-market';
import type { Reply } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';
import { until } from '../support/until';

const route = '/api/positions/import';
const LIMIT = 256 * 1024;

const fixture = (name: string) => new Uint8Array(readFileSync(resolve(__dirname, '../fixtures/positions', name)));

describe('the import of positions', () => {
  let service: TestService;
  let bearer: string;
  /** The id of another user. */
  let other: number;

  beforeAll(async () => {
    service = await TestService.start({ UPLOAD_MAX_BYTES: String(LIMIT), RATE_LIMIT: 'off' });
    await putSmallMarket(service.database, { from: '2025-06-02', to: '2025-06-06' }, [
      { code: '000001', name: '平安银行' },
      { code: '600519', name: '贵州茅台' },
    ]);
    bearer = await newUser();
    await newUser();
    const [last] = await service.database.query<{ id: number }>('select max(id) as id from app_user');
    other = last?.id ?? NaN;
  });
  afterAll(() => service.stop());
  // The other has a stock, which no import may show or change.
  beforeEach(async () => {
    await emptyTables(service.database, ['position']);
    await service.database.query(`insert into position (user_id, code, quantity) values ($1, '000333', 7)`, [other]);
  });
  afterEach(async () => {
    const others = await service.database.query('select code, quantity from position where user_id = $1', [other]);
    expect(others).toEqual([{ code: '000333', quantity: 7 }]);
  });

  const newUser = async () => {
    const user = { username: `u-${randomUUID().slice(0, 8)}`, password: 'pass phrase of a user' };
    await service.api.app.get(UsersService, { strict: false }).create({ ...user, role: 'user' });
    return service.api.login(user);
  };
  const send = (raw: string | Uint8Array, path = route, headers: Record<string, string> = {}): Promise<Reply> =>
    service.api.call('POST', path, { bearer, raw, headers: { 'content-type': 'text/csv', ...headers } });
  const sendForm = async (form: FormData, path = route): Promise<Reply> => {
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    return send(new Uint8Array(await encoded.arrayBuffer()), path, { 'content-type': type });
  };
  const held = async () => {
    const list = (await service.api.call('GET', '/api/positions', { bearer })).body.data as {
      items: { code: string; quantity: number; avgCost: number | null; openedAt: string | null }[];
    };
    return list.items.map(({ code, quantity, avgCost, openedAt }) => [code, quantity, avgCost, openedAt]);
  };
  const report = async (raw: string | Uint8Array, path?: string): Promise<PositionsImportReport> => {
    const reply = await send(raw, path);
    expect([reply.status, reply.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    return reply.body.data as PositionsImportReport;
  };
  const staged = async () =>
    (
      await service.database.query<{ uploads: number; chunks: number }>(
        'select (select count(*) from upload) as uploads, (select count(*) from upload_chunk) as chunks',
      )
    )[0];

  it('reads an old code of a stock as today’s; if both are in one file the last row counts', async () => {
    await service.database.query(`insert into stock_code_change (old_code, new_code) values ('830799', '920799')`);
    const counts = { created: 1, updated: 0, unchanged: 0, duplicate: 0 };
    expect(await report('code,quantity\n830799,100\n')).toMatchObject(counts);
    expect(await report('code,quantity\n830799,100\n')).toMatchObject({ ...counts, created: 0, unchanged: 1 });
    const both = await report('code,quantity\n920799,200\n830799,300\n');
    expect(both).toMatchObject({ ...counts, created: 0, updated: 1, duplicate: 1 });
    expect(await held()).toEqual([['920799', 300, null, null]]);
  });

  it('reads a broker’s terminal: GBK, tabs, formula text, thousands commas, a sold stock and a total line', async () => {
    expect(await report(fixture('broker-gbk.txt'))).toMatchObject({
      created: 3,
      updated: 0,
      unchanged: 0,
      removed: 0,
      duplicate: 0,
      rejected: [
        { line: 4, reason: 'quantity must be above 0 and at most 1000000000000; the cell says "0"' },
        { line: 6, reason: 'code must be 6 digits without a market suffix; the cell says "合计"' },
      ],
      mode: 'merge',
      dryRun: false,
    });
    expect(await held()).toEqual([
      ['000001', 1200, 11.25, null],
      ['002415', 500, -3.217, null],
      ['600519', 100, 1688.5, null],
    ]);
    expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
  });

  it('reads a spreadsheet: a mark, semicolons, quotes, a cell of two lines, days in three spellings', async () => {
    const { rejected, ...counts } = await report(fixture('spreadsheet-semicolons.csv'));
    expect(counts).toMatchObject({ created: 2, updated: 0, unchanged: 0, duplicate: 0, dryRun: false });
    // The first row ends on line 3, so the lines after it are the file's, not the rows'.
    expect(rejected.map(({ line }) => line)).toEqual([2, 6]);
    expect(rejected[0]?.reason).toContain('avg_cost must be a number; the cell says "1688,50"');
    expect(rejected[0]?.reason).toContain('runs on to line 3');
    expect(rejected[1]?.reason).toContain('2024-02-30');
    expect(await held()).toEqual([
      ['000001', 1200, 11.25, '2024-01-31'],
      ['300750', 10, null, null],
    ]);
  });

  it('reads the same file as the part "file" of a form, whatever the browser reports as its type', async () => {
    const form = new FormData();
    form.append('file', new Blob([fixture('broker-gbk.txt')], { type: 'application/vnd.ms-excel' }), '持仓.txt');
    const reply = await sendForm(form);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ created: 3, dryRun: false });
  });

  it('creates, updates and leaves alone; a file sent twice changes nothing', async () => {
    const file = 'code,quantity,avg_cost,opened_at\n600519,100,1688.5,2024-01-05\n000001,200,11.25,\n';
    expect(await report(file)).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    expect(await report(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const next = 'code,quantity,avg_cost,opened_at\n600519,150,1688.5,2024-01-05\n000001,200,11.25,\n300750,1,,\n';
    expect(await report(next)).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
  });

  it('rejects a row of a purchase that is to come', async () => {
    const { rejected, ...counts } = await report('code,quantity,opened_at\n600519,100,2999-01-01\n000001,1,\n');
    expect(counts).toMatchObject({ created: 1 });
    expect(rejected).toEqual([
      { line: 2, reason: expect.stringContaining('opened_at must not be later than today') as string },
    ]);
  });

  it('keeps the values of a missing column, and clears those of an empty cell', async () => {
    await report('code,quantity,avg_cost,opened_at\n600519,100,1688.5,2024-01-05\n');
    expect(await report('证券代码,持仓数量\n600519,200\n')).toMatchObject({ updated: 1 });
    expect(await held()).toEqual([['600519', 200, 1688.5, '2024-01-05']]);
    expect(await report('code,quantity,avg_cost\n600519,200,\n')).toMatchObject({ updated: 1 });
    expect(await held()).toEqual([['600519', 200, null, '2024-01-05']]);
  });

  it('lets the last row of a code count, and counts the earlier ones', async () => {
    const file = 'code,quantity\n600519,1\n000001,5\n６００５１９,2\n="600519",3\n600519,none\n';
    expect(await report(file)).toMatchObject({ created: 2, duplicate: 2, rejected: [{ line: 6 }] });
    expect(await held()).toEqual([
      ['000001', 5, null, null],
      ['600519', 3, null, null],
    ]);
  });

  describe('with mode=replace', () => {
    const whole = `${route}?mode=replace`;

    it('removes what is not in the file, and previews what it adds, changes and removes', async () => {
      await report('code,quantity,avg_cost\n600519,100,1688.5\n000001,1,\n002415,5,20\n300750,7,\n');
      const file = 'code,quantity,avg_cost\n600519,150,1600\n000002,10,8\n002415,5,20\n300750,0,\n';
      const expected = {
        created: 1,
        updated: 1,
        unchanged: 1,
        removed: 2,
        mode: 'replace',
        changesLeftOut: 0,
        changes: [
          {
            code: '000001',
            stockName: '平安银行',
            before: { quantity: 1, avgCost: null, openedAt: null },
            after: null,
          },
          { code: '000002', stockName: null, before: null, after: { quantity: 10, avgCost: 8, openedAt: null } },
          { code: '300750', before: { quantity: 7 }, after: null },
          { code: '600519', before: { quantity: 100, avgCost: 1688.5 }, after: { quantity: 150, avgCost: 1600 } },
        ],
      };
      expect(await report(file, `${whole}&dry_run=true`)).toMatchObject({ ...expected, dryRun: true });
      expect(await held()).toHaveLength(4);
      expect(await report(file, whole)).toMatchObject({ ...expected, dryRun: false });
      expect((await held()).map(([code]) => code)).toEqual(['000002', '002415', '600519']);
      expect(await report(file, whole)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 3,
        removed: 0,
        changes: [],
      });
    });

    it('leaves a stock alone whose row it cannot read, and the sessions of what it removes', async () => {
      await report('code,quantity\n600519,100\n000001,1\n');
      const json = { code: '000001', entry_date: '2025-06-03' };
      const bearerOfAdmin = await service.api.login();
      await service.api.call('POST', '/api/stock-cycle/sessions', { bearer: bearerOfAdmin, json });
      expect(await report('code,quantity\n600519,many\n300750,1\n', whole)).toMatchObject({
        created: 1,
        removed: 1,
        rejected: [{ line: 2 }],
      });
      expect((await held()).map(([code]) => code)).toEqual(['300750', '600519']);
      const list = await service.api.call('GET', '/api/stock-cycle/sessions?status=open&code=000001');
      expect((list.body.data as { sessions: object[] }).sessions).toHaveLength(1);
    });

    it.each(['code,quantity\n', 'code,quantity\n合计,100\n'])('rejects a file without a good row: %j', async (file) => {
      await report('code,quantity\n600519,100\n');
      for (const path of [whole, `${whole}&dry_run=true`]) {
        const reply = await send(file, path);
        expect([reply.status, reply.body.code]).toEqual([400, 'unreadable_file']);
      }
      expect(await held()).toHaveLength(1);
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    });

    it('takes a quantity of 0 as sold, whatever stands beside it', async () => {
      await report('code,quantity,avg_cost\n600519,100,1688.5\n000001,1,\n');
      const file = 'code,quantity,avg_cost\n600519,0,sold\n000001,1,\n';
      expect(await report(file, whole)).toMatchObject({ unchanged: 1, removed: 1, rejected: [] });
      expect(await held()).toEqual([['000001', 1, null, null]]);
    });

    it('removes the last stock where the file says that all were sold', async () => {
      await report('code,quantity\n600519,100\n');
      expect(await report('code,quantity\n600519,0\n', whole)).toMatchObject({ removed: 1 });
      expect(await held()).toEqual([]);
    });

    it('rejects a mode that it does not know', async () => {
      expect((await send('code,quantity\n600519,1\n', `${route}?mode=all`)).status).toBe(400);
    });

    it('leaves one file whole where two are imported at once', async () => {
      const file = (first: number) =>
        `code,quantity\n${Array.from({ length: 40 }, (_, at) => `${600000 + first + at},${first + 1}`).join('\n')}\n`;
      for (let round = 0; round < 3; round += 1) {
        const files = [file(0), file(20), file(40)];
        const replies = await Promise.all(files.map((one) => report(one, whole)));
        expect(replies.map(({ mode }) => mode)).toEqual(['replace', 'replace', 'replace']);
        const quantities = (await held()).map(([, quantity]) => quantity);
        expect(quantities).toHaveLength(40);
        expect(new Set(quantities).size).toBe(1);
      }
    });
  });

  it('with dry_run reports the same and stores nothing', async () => {
    await report('code,quantity\n600519,1\n000001,1\n');
    const file = 'code,quantity\n600519,2\n000001,1\n300750,9\nx,1\n';
    const expected = { created: 1, updated: 1, unchanged: 1, duplicate: 0, rejected: [{ line: 5 }] };
    expect(await report(file, `${route}?dry_run=true`)).toMatchObject({ ...expected, dryRun: true });
    expect(await held()).toHaveLength(2);
    expect(await report(file)).toMatchObject({ ...expected, dryRun: false });
    expect(await held()).toHaveLength(3);
  });

  it('reports where a quote that never closes swallowed the rest', async () => {
    const { created, rejected } = await report('code,quantity\n600519,1\n000001,"2\n300750,3\n');
    expect([created, rejected]).toEqual([
      1,
      [{ line: 3, reason: 'a quote is opened and never closed: nothing from here on could be read' }],
    ]);
  });

  it('keeps formula cells as text', async () => {
    const { rejected } = await report('code,quantity\n=cmd|calc,1\n600519,=1+1\n="600519"&"x",1\n');
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('the cell says "=cmd|calc"'),
      expect.stringContaining('the cell says "=1+1"'),
      expect.stringContaining('code must be 6 digits'),
    ]);
    expect(await held()).toEqual([]);
  });

  it.each([
    ['no header', '\n\n', 'no header line'],
    ['no column code', 'quantity,avg_cost\n1,2\n', 'no column code'],
    ['no column quantity', 'code,avg_cost\n600519,2\n', 'no column quantity'],
    ['a field twice', '证券代码,证券数量,持仓数量\n600519,1,2\n', 'more than one column for quantity'],
    ['a header with an open quote', '"code,quantity\n600519,1\n', 'header line of the file can not be read'],
    ['no text', new Uint8Array([0x63, 0xff, 0xff, 0x80]), 'neither UTF-8, GBK nor Windows-1252'],
    ['mostly bad rows', `code,quantity\n${'x,1\n'.repeat(10_001)}`, 'more than 10000 rows'],
  ])('rejects a whole file with %s', async (_what, raw, message) => {
    const reply = await send(raw);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, code: 'unreadable_file' });
    expect(reply.body.error).toContain(message);
    expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
  });

  it('rejects an empty file, an unknown parameter and an invalid flag', async () => {
    expect((await send('')).body.code).toBe('empty_file');
    expect((await send('code,quantity\n', `${route}?kind=x`)).body.fields).toMatchObject([{ field: 'kind' }]);
    expect((await send('code,quantity\n', `${route}?dry_run=maybe`)).body.fields).toMatchObject([{ field: 'dry_run' }]);
  });

  it.each([
    ['application/json', '{}'],
    ['application/json', '{"file":1}'],
    ['text/plain', 'code,quantity\n'],
    ['application/x-www-form-urlencoded', 'file=x'],
    ['multipart/mixed; boundary=x', '--x--'],
  ])('responds 415 to %s', async (type, raw) => {
    expect((await send(raw, route, { 'content-type': type })).status).toBe(415);
  });

  it.each(['text/csv', 'multipart/form-data; boundary=x'])('leaves %s a 415 everywhere else', async (type) => {
    for (const path of ['/api/auth/api-keys', '/api/auth/login', '/api/stock-cycle/ground-volume-scan']) {
      const reply = await send('--x--', path, { 'content-type': type });
      expect([path, reply.status, reply.body.code]).toEqual([path, 415, 'unsupported_media_type']);
    }
  });

  it('requires credentials first, and accepts those of any user', async () => {
    const raw = 'code,quantity\n600519,1\n';
    const headers = { 'content-type': 'text/csv' };
    expect((await service.api.call('POST', route, { raw, headers })).status).toBe(401);
    expect(
      (await service.api.call('POST', route, { raw: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(401);
    const made = await service.api.call('POST', '/api/auth/api-keys', { bearer, json: { name: 'import' } });
    const { key } = made.body.data as { key: string };
    expect((await service.api.call('POST', `${route}?api_key=${key}`, { raw, headers })).status).toBe(200);
    expect(await held()).toEqual([['600519', 1, null, null]]);
  });

  it('rejects forms of foreign pages, which any page can send with the cookie', async () => {
    const cookie = { cookie: `stock_cycle=${bearer}`, 'content-type': 'multipart/form-data; boundary=x' };
    for (const headers of [
      cookie,
      { ...cookie, origin: 'https://evil.example' },
      { ...cookie, 'sec-fetch-site': 'cross-site' },
    ]) {
      const reply = await service.api.call('POST', route, { raw: '--x--\r\n', headers });
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site']);
    }
  });

  describe('of forms', () => {
    const file = () => new Blob(['code,quantity\n600519,1\n'], { type: 'text/csv' });

    it.each([
      ['no file', (form: FormData) => form, 'no part "file"'],
      [
        'two files',
        (form: FormData) => {
          form.append('file', file(), 'a.csv');
          form.append('file', file(), 'b.csv');
        },
        'more than one file',
      ],
      [
        'a field beside the file',
        (form: FormData) => {
          form.append('file', file(), 'a.csv');
          form.append('dry_run', 'true');
        },
        'has a field',
      ],
      ['a file of another name', (form: FormData) => form.append('upload', file(), 'a.csv'), 'has a part "upload"'],
    ])('with %s rejects them and stores nothing', async (_what, fill, message) => {
      const form = new FormData();
      fill(form);
      const reply = await sendForm(form);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'malformed_multipart' });
      expect(reply.body.error).toContain(message);
      expect(await held()).toEqual([]);
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    });

    it.each([
      ['no boundary', 'multipart/form-data', 'x'],
      [
        'an end in the middle',
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\ncode,quantity\r\n600519,1',
      ],
      ['nothing of a form', 'multipart/form-data; boundary=x', 'code,quantity\n600519,1\n'],
      ['a header without end', 'multipart/form-data; boundary=x', `--x\r\ncontent-disposition: ${'x'.repeat(20_000)}`],
    ])('with %s rejects them', async (_what, type, raw) => {
      const reply = await send(raw, route, { 'content-type': type });
      expect([reply.status, reply.body.code]).toEqual([400, 'malformed_multipart']);
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    });
  });

  describe('with a size limit', () => {
    const line = '600519,1,2,2024-01-05\n';
    const tooLarge = `code,quantity\n${line.repeat(Math.ceil((4 * LIMIT) / line.length))}`;

    it('responds 413 to a larger file, unread if its length is announced', async () => {
      const reply = await send(tooLarge);
      expect(reply.status).toBe(413);
      expect(reply.body).toMatchObject({ success: false, code: 'body_too_large' });
      expect(reply.body.error).toContain(String(LIMIT));
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    });

    it('responds 413 to a larger file of unannounced length, and the client reads it', async () => {
      const reply = await new Promise<{ status: number | undefined; text: string }>((done, fail) => {
        const request = httpRequest(`${service.api.url}${route}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
        });
        request.on('error', fail);
        request.on('response', (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => done({ status: response.statusCode, text: Buffer.concat(parts).toString() }));
        });
        request.end(tooLarge);
      });
      expect(reply.status).toBe(413);
      expect(reply.text).toContain('body_too_large');
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    });

    it('responds 413 to a larger form', async () => {
      const form = new FormData();
      form.append('file', new Blob([tooLarge.slice(0, LIMIT + 10)]), 'a.csv');
      const reply = await sendForm(form);
      expect([reply.status, reply.body.code]).toEqual([413, 'body_too_large']);
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    });

    it('accepts a file just below it, in several chunks', async () => {
      const file = `code,quantity\n${'600519,1\n'.repeat(29_000)}`;
      expect(file.length).toBeGreaterThan(LIMIT - 2000);
      expect(file.length).toBeLessThanOrEqual(LIMIT);
      expect(await report(file)).toMatchObject({ created: 1, duplicate: 28_999 });
    });
  });

  it('keeps nothing of a client that disconnects in the middle', async () => {
    await new Promise<void>((done) => {
      const request = httpRequest(`${service.api.url}${route}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv', 'content-length': '1000' },
      });
      request.on('error', () => done());
      request.write('code,quantity\n600519,1\n', () => setTimeout(() => request.destroy(), 100));
    });
    for (let look = 0; look < 50 && (await staged())?.uploads !== 0; look += 1) {
      await new Promise((done) => setTimeout(done, 50));
    }
    expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    expect(service.api.logs).not.toContain('request failed unexpectedly');
  });

  it('responds at once if the caller does not wait, and shows the report as the job’s result', async () => {
    const reply = await send('code,quantity\n600519,7\n', route, { prefer: 'respond-async' });
    expect(reply.status).toBe(202);
    const { statusUrl } = reply.body.data as { statusUrl: string };
    let job: { state: string; result: object } | undefined;
    for (let look = 0; look < 100 && job?.state !== 'completed'; look += 1) {
      await new Promise((done) => setTimeout(done, 50));
      job = (await service.api.call('GET', statusUrl, { bearer })).body.data as typeof job;
    }
    expect(job).toMatchObject({ name: 'positions.import', result: { created: 1, dryRun: false } });
    expect((await service.api.call('GET', statusUrl, { bearer: await newUser() })).status).toBe(404);
  });

  it('makes one job of one file sent many times at once, and keeps none of the uploads', async () => {
    const file = `code,quantity\n${Array.from({ length: 3000 }, (_, at) => `${String(at).padStart(6, '0')},${at + 1}\n`).join('')}`;
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(file)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(200));
    expect((await service.api.call('GET', '/api/positions', { bearer })).body.data).toMatchObject({ total: 3000 });
    expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
  });

  it("joins the same caller's import of the same file in flight, and no other", async () => {
    await service.stopWorker();
    try {
      const uploads = service.api.app.get(UploadsService, { strict: false });
      const imports = service.api.app.get(PositionsImportService, { strict: false });
      const { data } = (await service.api.call('GET', '/api/auth/me', { bearer })).body as {
        data: { user: { id: number } };
      };
      const request = async (text: string, dryRun = false, userId = data.user.id) =>
        (await imports.request(userId, await uploads.stage(from(text), userId), { dryRun, mode: 'merge' })).jobId;
      const first = await request('code,quantity\n600519,1\n');
      expect(await request('code,quantity\n600519,1\n')).toBe(first);
      expect(await staged()).toEqual({ uploads: 1, chunks: 1 });
      const others = [
        await request('code,quantity\n600519,2\n'),
        await request('code,quantity\n600519,1\n', true),
        await request('code,quantity\n600519,1\n', false, 1),
      ];
      expect(new Set([first, ...others]).size).toBe(4);
    } finally {
      await service.startWorker();
    }
    await until('all files are read', 5000, async () => (await staged())?.uploads === 0);
    expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
  });

  it('responds 503 if no worker would read the file', async () => {
    await service.stopWorker();
    try {
      await service.database.query(`update worker_heartbeat set seen_at = now() - interval '1 day'`);
      const reply = await send('code,quantity\n600519,1\n');
      expect([reply.status, reply.body.code]).toEqual([503, 'no_worker']);
      expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
    } finally {
      await service.startWorker();
    }
  });

  it('keeps the file of a job that waits longer than a day, and rejects one of which a part is lost', async () => {
    await service.stopWorker();
    const uploads = service.api.app.get(UploadsService, { strict: false });
    let statusUrl = '';
    try {
      await service.database.query(
        `insert into worker_heartbeat (worker_id, queues) values (gen_random_uuid(), '{user_batch}')`,
      );
      const reply = await send('code,quantity\n600519,1\n', route, { prefer: 'respond-async' });
      expect(reply.status).toBe(202);
      statusUrl = (reply.body.data as { statusUrl: string }).statusUrl;
      await service.database.query(`update upload set created_at = now() - interval '3 days'`);
      expect(await uploads.prune()).toBe(0);
      await service.database.query(`update upload_chunk set bytes = substr(bytes, 1, 20)`);
    } finally {
      await service.startWorker();
    }
    let job: { state: string; error: unknown } = { state: 'queued', error: null };
    await until('the import fails', 30_000, async () => {
      job = (await service.call('GET', statusUrl)).body.data as typeof job;
      return job.state === 'failed';
    });
    expect(job.error).toMatchObject({ code: 'upload_damaged', retryable: false });
    expect(await staged()).toEqual({ uploads: 0, chunks: 0 });
  });

  it('prunes uploads that nobody used, and no younger ones', async () => {
    const uploads = service.api.app.get(UploadsService, { strict: false });
    const old = await uploads.stage(from('old'), 1);
    const young = await uploads.stage(from('young'), 1);
    await service.database.query(`update upload set created_at = now() - interval '25 hours' where id = $1`, [
      old.uploadId,
    ]);
    expect(await uploads.prune()).toBe(1);
    expect(await service.database.query('select id from upload')).toEqual([{ id: young.uploadId }]);
    // Not whole yet: no job may read it.
    await expect(uploads.open(young.uploadId).toArray()).rejects.toMatchObject({ code: 'upload_gone' });
    await uploads.discard(young.uploadId);
  });
});

async function* from(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
