import { NestFactory } from '@nestjs/core';
import { ConfigError, ConfigModule, loadConfig } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import { VendorsModule } from '#lib/vendors';
import { CallBudget, readDailyBars, readLimitPrices, Tushare, TushareHttp } from '#lib/vendors/testing';
import { VendorError } from '#lib/market-data';
import { calendarDayOf } from '#lib/kernel';
import { QueueModule } from '#lib/queue';
import { ENTITIES } from '#lib/schema';
import { emptyTables } from '../support/database/empty-tables';
import { type OpenedDatabase, openTestDatabase } from '../support/database/opened-database';
import { FakeTushare } from '../support/fakes/fake-tushare';
import { type FakeTushareFault, VENDOR_ERRORS } from '../support/fakes/tushare/fake-faults';
import { marketOfRows, type VendorRow } from '../support/fakes/tushare/fake-market';

const TOKEN = 'C4n4ry"token';
const DAY = calendarDayOf('2024-01-02');
const COLUMNS = ['ts_code', 'trade_date', 'close'];

const bar = (code: string, close = 10): VendorRow => ({
  ...{ ts_code: code, trade_date: '20240102', open: close, high: close, low: close, close, pre_close: close },
  ...{ change: 0, pct_chg: 0, vol: 12.34, amount: 12.34 },
});

let opened: OpenedDatabase;
let fakeTushare: FakeTushare;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.remove());

beforeEach(async () => {
  await emptyTables(opened.database, ['tushare_budget', 'tushare_closed_api']);
  fakeTushare = await FakeTushare.start({
    token: TOKEN,
    market: marketOfRows({ daily: [bar('600000.SH'), bar('000001.SZ')] }),
  });
});
afterEach(() => fakeTushare.close());

function client(settings: { timeoutMs?: number; perDay?: number; token?: string; baseUrl?: string } = {}): Tushare {
  const budget = new CallBudget(opened.database, 'hash', {
    perMinute: 60_000,
    perDay: settings.perDay ?? 1000,
    restMs: 50,
  });
  return new TushareHttp(
    {
      baseUrl: settings.baseUrl ?? fakeTushare.url,
      token: settings.token ?? TOKEN,
      timeoutMs: settings.timeoutMs ?? 10_000,
      backoffMs: [5, 10, 20],
    },
    budget,
  );
}

async function faultOf(work: Promise<unknown>): Promise<VendorError> {
  const fault = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof VendorError)) throw new Error(`no VendorError but ${String(fault)}`);
  // Whatever went wrong, nobody learns the token from it.
  expect(JSON.stringify([fault.message, fault.raw, fault.stack, String(fault.cause)])).not.toMatch(/C4n4ry/);
  return fault;
}

const ask = (tushare: Tushare, signal?: AbortSignal): ReturnType<Tushare['query']> =>
  tushare.query('daily', { trade_date: '20240102' }, COLUMNS, signal);

describe('a response', () => {
  it('has the requested columns by name, whatever order the vendor sends them in', async () => {
    const { rows, calls } = await client().query('daily', { trade_date: '20240102' }, ['close', 'nonsense', 'ts_code']);
    expect(rows).toEqual([
      { close: 10, nonsense: null, ts_code: '600000.SH' },
      { close: 10, nonsense: null, ts_code: '000001.SZ' },
    ]);
    expect(calls).toBe(1);
    expect(fakeTushare.calls[0]).toMatchObject({ api: 'daily', params: { trade_date: '20240102' }, offset: 0 });
  });

  it('comes in pages if the row limit cuts it: 8,000 limit prices are two calls, and 5,800 are two as well', async () => {
    const rows = Array.from({ length: 8000 }, (_, index) => ({
      trade_date: '20240102',
      ts_code: `${[600, 601, 603, 605, 688][Math.floor(index / 1000)] ?? 510}${String(index % 1000).padStart(3, '0')}.SH`,
      pre_close: 10,
      up_limit: index === 7 ? 100_000 : 11,
      down_limit: index === 8 ? null : 9,
    }));
    fakeTushare.serve(marketOfRows({ stk_limit: rows }));
    const read = await readLimitPrices(client(), { tradeDate: DAY });
    expect(read).toMatchObject({ calls: 2, leftOut: 3000 });
    expect(read.rows).toHaveLength(5000);
    expect(read.rows[7]).toMatchObject({ upLimit: 100_000, downLimit: 0 });
    expect(read.rows[8]).toMatchObject({ upLimit: 11, downLimit: null });
    expect(fakeTushare.calls.map(({ offset }) => offset)).toEqual([0, 5800]);

    fakeTushare.serve(marketOfRows({ stk_limit: rows.slice(0, 5800) }));
    const { calls } = await readLimitPrices(client(), { tradeDate: DAY });
    expect(calls).toBe(2);
  });

  it('continues after a page of a round number of rows, which may be a limit below the documented one', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => bar(`${600_000 + index}.SH`));
    fakeTushare.serve(marketOfRows({ daily: rows }));
    expect((await readDailyBars(client(), { tradeDate: DAY })).calls).toBe(2);
    fakeTushare.serve(marketOfRows({ daily: rows.slice(1) }));
    expect((await readDailyBars(client(), { tradeDate: DAY })).calls).toBe(1);
  });

  it('that repeats a page instead of continuing is an error, not an endless read', async () => {
    const rows = Array.from({ length: 6000 }, () => bar('600000.SH'));
    fakeTushare.serve({ rows: () => [...rows, ...rows, ...rows] });
    expect(await faultOf(ask(client()))).toMatchObject({ reason: 'vendor', calls: 2 });
  });

  it('with the same row twice has it once; rows that contradict each other are an error', async () => {
    fakeTushare.serve(marketOfRows({ daily: [bar('600000.SH'), bar('600000.SH'), bar('000001.SZ')] }));
    const { rows, leftOut } = await readDailyBars(client(), { tradeDate: DAY });
    expect([rows.length, leftOut]).toEqual([2, 1]);
    fakeTushare.serve(marketOfRows({ daily: [bar('600000.SH'), bar('600000.SH', 11)] }));
    const fault = await faultOf(readDailyBars(client(), { tradeDate: DAY }));
    expect(fault.message).toMatch(/\(daily\).*row 2 contradicts another row of 600000 2024-01-02/);
  });
});

describe('an unusable response', () => {
  const passing: [string, FakeTushareFault, number?][] = [
    ['is cut in the middle of its body', { kind: 'broken' }],
    ['is JSON that ends too soon', { kind: 'cut' }],
    ['is a page of HTML', { kind: 'html' }],
    ['is a reset connection', { kind: 'reset' }],
    ['has status 502', { kind: 'status', status: 502 }],
    ['never comes', { kind: 'hanging' }, 700],
    ['drips a byte at a time', { kind: 'dripping' }, 700],
    ['is an error of the vendor', { kind: 'body', body: VENDOR_ERRORS.inner }],
    ['is of another shape', { kind: 'body', body: '{"code":0,"data":{"fields":["a"],"items":[[1,2]]}}' }],
    ['is no object', { kind: 'body', body: '[]' }],
    ['has rows that are objects', { kind: 'body', body: '{"code":0,"data":{"fields":["a"],"items":[{}]}}' }],
  ];

  it.each(passing)('that %s is requested again', async (_what, fault, timeoutMs = 10_000) => {
    fakeTushare.script('daily', fault, fault);
    const { rows, calls } = await ask(client({ timeoutMs }));
    expect(rows).toHaveLength(2);
    expect(calls).toBeGreaterThanOrEqual(3);
  });

  it.each(passing)('that %s each time ends as a vendor error', async (_what, fault, timeoutMs = 10_000) => {
    fakeTushare.script('daily', fault, fault, fault, fault);
    const error = await faultOf(ask(client({ timeoutMs })));
    expect(error).toMatchObject({ reason: 'vendor', retryable: true, calls: 4, code: 'market_failed' });
    expect(error.message).toMatch(/^Tushare \(daily\) /);
    if (fault.kind === 'html') expect(error.raw).toContain('502 Bad Gateway');
    if (fault.kind === 'cut') expect(error.raw).toContain('"code":0');
  });

  it('that is a redirect is not followed: the token stays with its host', async () => {
    const other = await FakeTushare.start({ token: TOKEN, market: marketOfRows({}) });
    fakeTushare.script('daily', { kind: 'redirect', location: other.url });
    expect(await faultOf(ask(client()))).toMatchObject({ reason: 'vendor', calls: 1 });
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it('from an address without a server names the reason, and no address', async () => {
    const gone = await FakeTushare.start({ market: marketOfRows({}) });
    const { url } = gone;
    await gone.close();
    const fault = await faultOf(ask(client({ baseUrl: url })));
    expect(fault.message).toMatch(/ECONNREFUSED/);
    expect(fault.message).not.toContain(new URL(url).port);
  });

  it('with a malformed row names API, row and column, and keeps the row', async () => {
    fakeTushare.serve(marketOfRows({ daily: [bar('600000.SH'), { ...bar('000001.SZ'), vol: 'many' }] }));
    const fault = await faultOf(readDailyBars(client(), { tradeDate: DAY }));
    expect(fault).toMatchObject({ reason: 'vendor', calls: 1 });
    expect(fault.message).toMatch(/\(daily\).*row 2, column vol is not a number/);
    expect(fault.raw).toContain('many');
  });
});

describe('a rejection', () => {
  it('for the rate is waited out, and no other process calls meanwhile', async () => {
    fakeTushare.script('daily', { kind: 'body', body: VENDOR_ERRORS.rate(200) }, { kind: 'status', status: 429 });
    const start = Date.now();
    const { rows, calls } = await ask(client());
    expect([rows.length, calls]).toEqual([2, 3]);
    expect(Date.now() - start).toBeGreaterThanOrEqual(95);
  });

  it('for the rate that does not end is an error after five waits', async () => {
    fakeTushare.script(
      'daily',
      ...Array.from({ length: 6 }, (): FakeTushareFault => ({ kind: 'status', status: 429 })),
    );
    expect(await faultOf(ask(client()))).toMatchObject({
      reason: 'rate',
      calls: 6,
      retryAfterSeconds: 60,
      retryable: true,
    });
  });

  it.each([
    ['an hour', VENDOR_ERRORS.hourQuota, 3500, 3600],
    ['a day', VENDOR_ERRORS.dayQuota, 0, 86_400],
  ])(
    'for a quota of %s closes the API for all processes until it renews, others continue',
    async (_what, body, least, most) => {
      fakeTushare.script('daily', { kind: 'body', body });
      fakeTushare.serve(marketOfRows({ daily: [bar('600000.SH')], adj_factor: [] }));
      const fault = await faultOf(ask(client()));
      expect(fault).toMatchObject({ reason: 'quota', calls: 1, retryable: false });
      expect(fault.raw).toContain('最多访问');
      expect(fault.retryAfterSeconds).toBeGreaterThan(least);
      expect(fault.retryAfterSeconds).toBeLessThanOrEqual(most);
      expect(await faultOf(ask(client()))).toMatchObject({ reason: 'quota', calls: 0, raw: fault.raw });
      expect((await client().query('adj_factor', {}, ['ts_code'])).calls).toBe(1);
      await opened.database.query(`update tushare_closed_api set until = now() - interval '1 s'`);
      expect((await ask(client())).calls).toBe(1);
    },
  );

  it.each([
    ['the permission', VENDOR_ERRORS.permission],
    ['the permission, by code', VENDOR_ERRORS.permissionByCode],
  ])('for %s is reported at once', async (_what, body) => {
    fakeTushare.script('daily', { kind: 'body', body });
    const fault = await faultOf(ask(client()));
    expect(fault).toMatchObject({ reason: 'permission', calls: 1, retryable: false });
    expect(fault.raw).toBe(body);
  });

  it('of the token is a permission error', async () => {
    expect(await faultOf(ask(client({ token: 'C4n4ry other' })))).toMatchObject({ reason: 'permission', calls: 1 });
  });

  it('that repeats the token does not leak it', async () => {
    const body = JSON.stringify({
      code: 40203,
      msg: `没有接口访问权限 ${TOKEN} ${encodeURIComponent(TOKEN)}`,
      data: null,
    });
    fakeTushare.script('daily', { kind: 'body', body });
    expect((await faultOf(ask(client()))).raw).toContain('[token] [token]');
  });
});

describe('the budget of requests', () => {
  it('of a day, used up, causes a quota error without a call, until midnight in Shanghai', async () => {
    const tushare = client({ perDay: 2 });
    await ask(tushare);
    await ask(tushare);
    const fault = await faultOf(ask(tushare));
    expect(fault).toMatchObject({ reason: 'quota', calls: 0 });
    expect(fakeTushare.calls).toHaveLength(2);
    const untilMidnight = 86_400 - ((Date.now() / 1000 + 8 * 3600) % 86_400);
    expect(Math.abs((fault.retryAfterSeconds ?? 0) - untilMidnight)).toBeLessThan(60);
    await opened.database.query('update tushare_budget set day = day - 1');
    expect((await ask(tushare)).calls).toBe(1);
  });

  it('ends a wait for a turn when the caller cancels', async () => {
    const budget = new CallBudget(opened.database, 'slow', { perMinute: 1, perDay: 10 });
    await budget.take('daily');
    const controller = new AbortController();
    const wait = budget.take('daily', controller.signal);
    controller.abort(new Error('enough'));
    await expect(wait).rejects.toThrow('enough');
  });
});

it('a cancelled caller ends the call at once', async () => {
  fakeTushare.script('daily', { kind: 'hanging' });
  const controller = new AbortController();
  const work = ask(client({ timeoutMs: 60_000 }), controller.signal);
  setTimeout(() => controller.abort(new Error('enough')), 50);
  await expect(work).rejects.toThrow('enough');
});

describe('the settings of the vendor', () => {
  it('decide what the module offers: without a token every query reports so', async () => {
    expect(await faultOf(askOf({}))).toMatchObject({
      reason: 'not_configured',
      code: 'market_not_configured',
      calls: 0,
    });
    expect(fakeTushare.calls).toEqual([]);
  });

  it('with a token select the configured server', async () => {
    expect((await askOf(fakeTushare.environment)).rows).toHaveLength(2);
    const [budget] = await opened.database.query<{ token_hash: string }>('select token_hash from tushare_budget');
    expect(budget?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('without a token reject the source, in one sentence', () => {
    expect(() => loadConfig({ MARKET_SOURCE: 'tushare' })).toThrow(
      new ConfigError('MARKET_SOURCE=tushare needs TUSHARE_TOKEN, the token of your account at Tushare Pro'),
    );
    expect(loadConfig({ MARKET_SOURCE: 'tushare', TUSHARE_TOKEN: 'a' }).tushare).toMatchObject({
      ...{ token: 'a', baseUrl: 'https://api.tushare.pro', timeoutMs: 30_000 },
      ...{ callsPerMinute: 200, callsPerDay: 100_000 },
    });
    expect(() => loadConfig({ TUSHARE_TOKEN: 'C4n4ry\ntoken' })).toThrow(/^TUSHARE_TOKEN must be one word/);
  });

  /** Asks through the module's own provider, on the test's database. */
  async function askOf(environment: Record<string, string>): ReturnType<Tushare['query']> {
    class Root {}
    const root = {
      module: Root,
      imports: [
        ConfigModule.forRoot(loadConfig({ ...environment, DATABASE_URL: opened.url })),
        DatabaseModule.forRoot({
          url: opened.url,
          entities: ENTITIES,
          migrations: [],
          applicationName: 'test',
          poolSize: 2,
          statementTimeoutMs: 5000,
        }),
        QueueModule.forProducer({ jobs: [] }),
        VendorsModule,
      ],
    };
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    try {
      return await ask(app.get(Tushare));
    } finally {
      await app.close();
    }
  }
});
