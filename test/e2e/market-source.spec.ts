import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { MarketSyncsService } from '#lib/market-sync';
import { ShanghaiClock } from '../support/worlds/sync-world';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { TestApi } from '../support/worlds/test-api';

const PATH = '/api/admin/market-source';
const TOKEN = 'a-token-of-tushare-0123456789';
/** As where nobody set it. */
const NOT_SET = { MARKET_SOURCE: '' };

let api: TestApi;
let bearer: string;
let dataDir: string;
const clock = new ShanghaiClock();
const calendar = TradingCalendar.published();

beforeEach(async () => {
  clock.set('2026-11-20T18:00:00');
  dataDir = await makeScratchFolder();
  api = await TestApi.start({ clock, environment: { ...NOT_SET, DATA_DIR: dataDir } });
  bearer = await api.login();
});
afterEach(() => api.stop());

const choose = (json: object) => api.call('PUT', PATH, { bearer, json });
const read = async (from = api, credential = bearer) =>
  (await from.call('GET', PATH, { bearer: credential })).body.data;
/** TDX_HISTORY_DAYS by default. */
const historyFrom = () => calendar.openDaysBefore(calendarDayOf('2026-11-21'), 500)[0] ?? calendarDayOf('2026-11-20');
const holdMarketOf = (source: string) => api.database.query('update market_state set source = $1', [source]);

/** Another process on the same database. */
async function openOther(environment: Record<string, string>): Promise<TestApi> {
  return TestApi.start({ clock, databaseUrl: api.databaseUrl, environment });
}

describe('the source of market data', () => {
  it('is the demo until somebody chooses', async () => {
    expect(await read()).toEqual({ source: 'demo', setBy: 'default', tushareTokenSet: false, changedAt: null });
  });

  it('that is chosen is stored, fills an empty market, and holds in every process', async () => {
    const chosen = {
      ...{ source: 'tdx', setBy: 'stored', tushareTokenSet: false },
      changedAt: clock.now().toISOString(),
    };
    expect((await choose({ source: 'tdx' })).body.data).toEqual(chosen);
    const other = await openOther({ ...NOT_SET, DATA_DIR: dataDir });
    expect(await read(other, await other.login())).toEqual(chosen);
    await other.stop();
    const { syncs } = await api.app.get(MarketSyncsService).list({ limit: 5, offset: 0 });
    expect(syncs).toMatchObject([{ kind: 'backfill', status: 'queued', to: '2026-11-20', startedBy: 'admin' }]);
    expect(syncs[0]?.from).toBe(historyFrom());
    const events = await api.database.query(`select action, details from audit_event where action like 'market.%'`);
    expect(events).toMatchObject([
      { action: 'market.source_chosen', details: { source: 'tdx', tokenGiven: false } },
      { action: 'market.sync_started' },
    ]);
  });

  it('that needs a token is refused without one, and the token is stored encrypted and never shown', async () => {
    const refused = await choose({ source: 'tushare' });
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ field: 'tushare_token' }] } });
    expect(await read()).toMatchObject({ setBy: 'default' });
    const reply = await choose({ source: 'tushare', tushare_token: TOKEN });
    expect(reply).toMatchObject({ status: 200, body: { data: { source: 'tushare', tushareTokenSet: true } } });
    expect(reply.text + api.logs).not.toContain(TOKEN);
    const rows = await api.database.query<{ row: string }>(
      `select to_jsonb(c)::text || encode(tushare_token, 'escape') as row from market_source_choice c
       union all select to_jsonb(a)::text from audit_event a union all select to_jsonb(j)::text from job j`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
  });

  it('keeps the token if another source is chosen, and only the same DATA_DIR opens it', async () => {
    await choose({ source: 'tushare', tushare_token: TOKEN });
    await choose({ source: 'tdx' });
    expect((await choose({ source: 'tushare' })).body.data).toMatchObject({ source: 'tushare', tushareTokenSet: true });
    const [same, foreign] = [
      await openOther({ ...NOT_SET, DATA_DIR: dataDir }),
      await openOther({ ...NOT_SET, DATA_DIR: await makeScratchFolder() }),
    ];
    expect(await same.app.get(MarketSourceService, { strict: false }).tushareToken()).toBe(TOKEN);
    expect(await foreign.app.get(MarketSourceService, { strict: false }).tushareToken()).toBeUndefined();
    await same.stop();
    await foreign.stop();
  });

  it('of the environment wins, and can not be chosen', async () => {
    await choose({ source: 'tdx' });
    const other = await openOther({ MARKET_SOURCE: 'files', DATA_DIR: dataDir });
    const login = await other.login();
    expect(await read(other, login)).toMatchObject({ source: 'files', setBy: 'environment' });
    const reply = await other.call('PUT', PATH, { bearer: login, json: { source: 'demo' } });
    expect(reply).toMatchObject({ status: 409, body: { code: 'set_by_environment' } });
    await other.stop();
    expect(await read()).toMatchObject({ source: 'tdx' });
  });

  it('does not take the place of the demo market unless told so', async () => {
    await holdMarketOf('demo');
    // Days of the demo are complete, and none of them is the vendor's.
    await api.database.query(
      `insert into market_day (trade_date, bars, complete) select day, 5, true from unnest($1::date[]) as d(day)`,
      [calendar.openDaysBetween(historyFrom(), calendarDayOf('2026-11-20'))],
    );
    expect(await choose({ source: 'tdx' })).toMatchObject({ status: 409, body: { code: 'market_is_demo' } });
    expect(await read()).toMatchObject({ source: 'demo', setBy: 'default' });
    expect(await choose({ source: 'tdx', replace_demo: true })).toMatchObject({ status: 200 });
    const syncs = await api.database.query('select replace_demo, from_date from market_sync');
    expect(syncs).toEqual([{ replace_demo: true, from_date: historyFrom() }]);
  });

  it('is not the demo if the market is real', async () => {
    await holdMarketOf('files');
    expect(await choose({ source: 'demo' })).toMatchObject({ status: 409, body: { code: 'market_is_real' } });
    expect(await read()).toMatchObject({ setBy: 'default' });
  });

  it('can not be chosen with a field that is missing, wrong or unknown', async () => {
    for (const [json, name] of [
      [{}, 'source'],
      [{ source: 'eastmoney' }, 'source'],
      [{ source: 'tushare', tushare_token: 'short' }, 'tushare_token'],
      [{ source: 'tdx', replace_demo: 'yes' }, 'replace_demo'],
      [{ source: 'tdx', token: TOKEN }, 'token'],
    ] as const) {
      const reply = await choose(json);
      expect([json, reply.status, reply.body.fields?.map(({ field }) => field)]).toEqual([json, 400, [name]]);
      expect(reply.text).not.toContain(TOKEN);
    }
    expect(await read()).toMatchObject({ setBy: 'default' });
  });
});
