import { randomUUID } from 'node:crypto';
import { UsersService } from '#lib/accounts';
import type { HoldingsImportReport } from '#lib/portfolio';
import { emptyTables } from '../support/database/empty-tables';
import { openDaysBefore, putSmallMarket } from '../support/database/small-market';
import type { Reply } from '../support/worlds/test-api';
import { TestService } from '../support/worlds/test-service';

const SUGGEST = '/api/stock-cycle/sessions/suggest-entry';
const IMPORT = '/api/stock-cycle/import-holdings';
const LAST = '2025-12-19';
/** The last 60 open days, and the day before them. */
const WINDOW = [...openDaysBefore(LAST, 59), LAST];
const BEFORE = openDaysBefore(LAST, 60)[0] ?? '';

describe('entries over HTTP', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
    await putSmallMarket(service.database, { from: '2025-06-02', to: LAST }, [
      { code: '000001', name: '平安银行', volumes: { [BEFORE]: 1, '2025-12-10': 500, '2025-12-12': 500 } },
      {
        code: '000002',
        name: '万科A',
        volumes: { '2025-12-10': 500, '2025-12-12': 300, '2025-12-15': 200, '2025-12-16': 100 },
      },
      { code: '000003', name: '停牌', volumes: Object.fromEntries(WINDOW.map((day) => [day, null])) },
      { code: '000004', name: '一字' },
      { code: '600519', name: '贵州茅台' },
      {
        code: '600182',
        name: 'S佳通',
        volumes: { '2025-12-16': 600, '2025-12-17': 500 },
        closes: { '2025-12-17': 10.5 },
      },
      {
        code: '600005',
        name: '十送十',
        volumes: { '2025-12-16': 600, '2025-12-17': 500 },
        closes: Object.fromEntries([...openDaysBefore('2025-12-17', 140).map((day) => [day, 20]), ['2025-12-17', 11]]),
      },
    ]);
    await service.database.query(`
      insert into share_change (code, trade_date, factor, basis) values ('600005', '2025-12-17', 2, 'vendor')
      on conflict (code, trade_date) do update set factor = excluded.factor, basis = excluded.basis`);
    // Small markets trade at one price; here they move, but for the days that are about it.
    await service.database.query(`update daily_bar set low = close - 0.5 where code <> '000004'`);
    // 000002: limit-up close, locked limit-down, and a one-price day between.
    await service.database.query(`
      update daily_bar set open = 11, high = 11, close = 11, low = 10.2 where code = '000002' and trade_date = '2025-12-12'`);
    await service.database.query(`
      update daily_bar set open = 9.9, high = 9.9, close = 9.9, low = 9.9 where code = '000002' and trade_date = '2025-12-15'`);
    await service.database.query(`
      update daily_bar set low = 10, high = 10 where code = '000002' and trade_date = '2025-12-16'`);
  });
  afterAll(() => service.stop());
  beforeEach(() => emptyTables(service.database, ['tracking_session', 'position'], { restartIds: true }));

  const newUser = async (): Promise<string> => {
    const user = { username: `u-${randomUUID().slice(0, 8)}`, password: 'pass phrase of a user' };
    await service.api.app.get(UsersService, { strict: false }).create({ ...user, role: 'user' });
    return service.api.login(user);
  };
  const hold = async (codes: readonly string[], bearer = service.token): Promise<void> => {
    for (const code of codes) {
      const reply = await service.call('PUT', `/api/positions/${code}`, { bearer, json: { quantity: 100 } });
      expect(reply.status).toBe(200);
    }
  };
  const reportOf = (reply: Reply): HoldingsImportReport => {
    expect([reply.status, reply.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    return reply.body.data as HoldingsImportReport;
  };
  const sessions = () =>
    service.database.query<{ code: string; source: string; entry_date: string; entry_close_price: number }>(
      'select code, source, entry_date, entry_close_price from tracking_session where ended_at is null order by code',
    );

  describe('a suggestion', () => {
    it('is the latest day of the lowest volume in the window', async () => {
      const reply = await service.call('GET', `${SUGGEST}?code=000001`);
      expect(reply.body).toEqual({
        success: true,
        data: {
          code: '000001',
          stockName: '平安银行',
          suggestedEntryDate: '2025-12-12',
          referencePrice: 10,
          volume: 500,
          volumeBasis: 'raw',
          lookbackFrom: '2025-09-19',
          lookbackTradingDays: 60,
          method: 'lowest_volume',
          excludedDays: [],
          marketDataThrough: LAST,
          marketSource: 'files',
          warnings: [],
        },
      });
    });

    it('looks back as far as requested', async () => {
      const of = async (days: number) =>
        (await service.call('GET', `${SUGGEST}?code=000001&lookback_trading_days=${days}`)).body.data;
      expect(await of(61)).toMatchObject({ suggestedEntryDate: BEFORE, volume: 1 });
      expect(await of(5)).toMatchObject({ suggestedEntryDate: LAST, volume: 1000, lookbackTradingDays: 5 });
    });

    it('leaves out one-price days and limit-up closes, and lists them', async () => {
      expect((await service.call('GET', `${SUGGEST}?code=000002`)).body.data).toMatchObject({
        suggestedEntryDate: '2025-12-10',
        volume: 500,
        excludedDays: [
          { tradeDate: '2025-12-12', reason: 'limit_up' },
          { tradeDate: '2025-12-15', reason: 'one_price' },
          { tradeDate: '2025-12-16', reason: 'one_price' },
        ],
      });
    });

    it('finds the 5 % limit of an S share by its name', async () => {
      expect((await service.call('GET', `${SUGGEST}?code=600182`)).body.data).toMatchObject({
        suggestedEntryDate: '2025-12-16',
        excludedDays: [{ tradeDate: '2025-12-17', reason: 'limit_up' }],
      });
    });

    it('finds the limit of an ex-right day by the shares that it brought', async () => {
      expect((await service.call('GET', `${SUGGEST}?code=600005`)).body.data).toMatchObject({
        suggestedEntryDate: '2025-12-16',
        excludedDays: [{ tradeDate: '2025-12-17', reason: 'limit_up' }],
      });
    });

    it.each([
      ['999999', 'not_found'],
      ['000003', 'no_market_data'],
      ['000004', 'no_market_data'],
    ])('of %s is a 404 %s', async (code, word) => {
      const reply = await service.call('GET', `${SUGGEST}?code=${code}`);
      expect([reply.status, reply.body.success, reply.body.code]).toEqual([404, false, word]);
    });

    it.each([
      ['', 'code'],
      ['code=12345', 'code'],
      ['code=000001.SZ', 'code'],
      ['code=000001&lookback_trading_days=4', 'lookback_trading_days'],
      ['code=000001&lookback_trading_days=361', 'lookback_trading_days'],
      ['code=000001&lookback_trading_days=6.5', 'lookback_trading_days'],
      ['code=000001&code=000002', 'code'],
      ['code=000001&lookback=6', 'lookback'],
    ])('rejects %j, naming %s', async (query, field) => {
      const reply = await service.call('GET', `${SUGGEST}?${query}`);
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(field)]);
    });

    it('needs a credential before anything else is checked', async () => {
      expect((await service.api.call('GET', `${SUGGEST}?code=x`)).status).toBe(401);
    });
  });

  describe('an import of holdings', () => {
    it('opens a session for each, and lists those that it cannot open', async () => {
      await hold(['000001', '000002', '000003', '600519', '999999']);
      const open = await service.call('POST', '/api/stock-cycle/sessions', {
        json: { code: '600519', entry_date: '2025-12-01' },
      });
      expect(open.status).toBe(200);
      const report = reportOf(await service.call('POST', IMPORT));
      expect(report).toEqual({
        created: [
          { code: '000001', sessionId: expect.any(Number), entryDate: '2025-12-12', entryClosePrice: 10 },
          { code: '000002', sessionId: expect.any(Number), entryDate: '2025-12-10', entryClosePrice: 10 },
        ],
        skipped: [{ code: '600519', reason: 'already_open' }],
        errors: [
          { code: '000003', error: 'no_market_data', detail: expect.stringContaining('60 trading days') },
          { code: '999999', error: 'unknown_code', detail: expect.stringContaining('999999') },
        ],
        dryRun: false,
        lookbackTradingDays: 60,
        marketSource: 'files',
        warnings: [],
      });
      const stored = await sessions();
      expect(stored.map(({ code, source }) => [code, source])).toEqual([
        ['000001', '持仓导入'],
        ['000002', '持仓导入'],
        ['600519', null],
      ]);
      const shown = await service.call('GET', `/api/stock-cycle/sessions/${report.created[0]?.sessionId}`);
      expect(shown.body.data).toMatchObject({
        session: {
          entryDate: '2025-12-12',
          entryClosePrice: 10,
          currentPrimaryPhase: 'transition',
          closeVsEntryPct: 0,
        },
      });

      const again = reportOf(await service.call('POST', IMPORT, { json: {} }));
      expect(again.created).toEqual([]);
      expect(again.skipped.map(({ code }) => code)).toEqual(['000001', '000002', '600519']);
    });

    it('writes nothing in a dry run, and proposes what it would write', async () => {
      await hold(['000001', '999999']);
      const dry = reportOf(await service.call('POST', IMPORT, { json: { dry_run: true, lookback_trading_days: 61 } }));
      expect(dry).toMatchObject({
        created: [{ code: '000001', sessionId: null, entryDate: BEFORE, entryClosePrice: 10 }],
        errors: [{ code: '999999', error: 'unknown_code' }],
        dryRun: true,
        lookbackTradingDays: 61,
      });
      expect(await sessions()).toEqual([]);
    });

    it("uses only the user's own holdings", async () => {
      const other = await newUser();
      await hold(['000001'], other);
      await hold(['000002']);
      expect(reportOf(await service.call('POST', IMPORT)).created.map(({ code }) => code)).toEqual(['000002']);
      expect(reportOf(await service.call('POST', IMPORT, { bearer: other })).created.map(({ code }) => code)).toEqual([
        '000001',
      ]);
    });

    it('creates nothing twice, however many run at once', async () => {
      const users = [service.token, ...(await Promise.all([newUser(), newUser(), newUser()]))];
      for (const bearer of users) await hold(['000001', '000002', '600519', '999999'], bearer);
      const bodies = [{}, { lookback_trading_days: 60 }, { lookback_trading_days: 30 }, { lookback_trading_days: 10 }];
      const reports = await Promise.all(
        users.flatMap((bearer) =>
          bodies.map(async (json) => reportOf(await service.call('POST', IMPORT, { bearer, json }))),
        ),
      );
      expect((await sessions()).map(({ code }) => code)).toEqual(['000001', '000002', '600519']);
      // Equal requests of one caller may share a job, and so a report: count sessions, not reports.
      const created = new Set(reports.flatMap((report) => report.created.map(({ sessionId }) => sessionId)));
      expect(created.size).toBe(3);
      for (const report of reports) {
        const told = [...report.created, ...report.skipped, ...report.errors].map(({ code }) => code).sort();
        expect(told).toEqual(['000001', '000002', '600519', '999999']);
      }
    });

    it('responds at once if requested', async () => {
      await hold(['000001']);
      const reply = await service.call('POST', IMPORT, { headers: { prefer: 'respond-async' } });
      expect(reply.status).toBe(202);
      const { statusUrl } = reply.body.data as { statusUrl: string };
      let job: { state: string; result: unknown } | undefined;
      while (job?.state !== 'completed') {
        job = (await service.call('GET', statusUrl)).body.data as { state: string; result: unknown };
        expect(['queued', 'running', 'completed']).toContain(job.state);
      }
      expect(job.result).toMatchObject({ created: [{ code: '000001' }] });
    });

    it.each([
      [{ lookback_trading_days: 4 }, 'lookback_trading_days'],
      [{ lookback_trading_days: '60' }, 'lookback_trading_days'],
      [{ dry_run: 'yes' }, 'dry_run'],
      [{ dryRun: true }, 'dry_run'],
      [{ codes: ['000001'] }, 'codes'],
      [[], 'object'],
    ])('rejects %j, naming %s', async (json, field) => {
      const reply = await service.call('POST', IMPORT, { json });
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(field)]);
    });

    it('needs a credential, and a worker', async () => {
      expect((await service.api.call('POST', IMPORT, { json: { dry_run: 1 } })).status).toBe(401);
      await service.stopWorker();
      try {
        const reply = await service.call('POST', IMPORT);
        expect([reply.status, reply.body.code]).toEqual([503, 'no_worker']);
      } finally {
        await service.startWorker();
      }
    });
  });
});
