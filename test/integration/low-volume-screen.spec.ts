import type { Database } from '#lib/database';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { DEFAULT_SCAN_OPTIONS, LowVolumeScanService, type ScanRow } from '#lib/scan';
import { ScreensService } from '#lib/screens';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { openDaysBefore } from '../support/database/small-market';
import { TestApi } from '../support/worlds/test-api';

jest.setTimeout(300_000);

const LAST = calendarDayOf('2024-03-04');
/** Enough for a range of 60 days and the 360 before, and some more days to end a range on. */
const LOADED_DAYS = 440;
/** Hits that close at limit-up, and so are none. */
const LIMIT_UPS = 3;

let market: OpenMarket;
let api: TestApi;

beforeAll(async () => {
  market = await openMarket(LAST, { demoEvery: 6 });
  await market.demo.ensure({ firstLoadDays: LOADED_DAYS });
  api = await TestApi.start({ clock: market.clock, databaseUrl: market.databaseUrl });
  // So few stocks have no hit at limit-up of their own. As many others close a fen below it.
  const { hits } = await scan(firstOf(LAST, 60), LAST, WIDE);
  expect(hits.length).toBeGreaterThanOrEqual(2 * LIMIT_UPS);
  for (const [at, { code, entryDate, close }] of hits.slice(0, 2 * LIMIT_UPS).entries()) {
    const upLimit = at < LIMIT_UPS ? close : close + 0.01;
    await api.database.query('update daily_bar set up_limit = $3 where code = $1 and trade_date = $2', [
      code,
      entryDate,
      upLimit,
    ]);
  }
  await api.database.query('update market_state set data_version = data_version + 1');
});
afterAll(async () => {
  await api.stop();
  await market.close();
});

class RolledBack extends Error {}

interface Bounds {
  readonly circMktMinYi: number;
  readonly circMktMaxYi: number;
}

const USUAL: Bounds = { circMktMinYi: 100, circMktMaxYi: 500 };
const WIDE: Bounds = { circMktMinYi: 0, circMktMaxYi: 1e6 };

/** The hits of the contract's scan, and how many stocks it left out for what reason. */
async function scan(startDate: CalendarDay, endDate: CalendarDay, bounds: Bounds) {
  const lowVolume = api.app.get(LowVolumeScanService, { strict: false });
  const options = DEFAULT_SCAN_OPTIONS;
  const plan = await lowVolume.plan({ startDate, endDate, ...bounds, options });
  const codes = plan.candidates.filter(({ shortHistory }) => !shortHistory).map(({ code }) => code);
  const { priorStart, medianStart } = plan.window;
  let rows: ScanRow[] = [];
  let limitUps = 0;
  await inNoSession(api.database, async (tx) => {
    const days = { startDate, endDate, priorStart, medianStart };
    const found = await lowVolume.scan(tx, { ...days, codes, options, marketSource: 'demo', requestedBy: null });
    rows = found.rows;
    limitUps = found.persist.excludedLimitUp;
  });
  const { estimatedCaps, withoutCap, candidates } = plan;
  const hits = rows.map(({ code, entryDate, close, minVolume, priorMinVolume, priorMinVolumeDate, relVolume }) => ({
    ...{ code, entryDate, close, minVolume, priorMinVolume, priorMinVolumeDate, relVolume },
  }));
  return { hits, limitUps, estimatedCaps, withoutCap, short: candidates.length - codes.length };
}

async function inNoSession(database: Database, work: Parameters<Database['transaction']>[0]): Promise<void> {
  await database
    .transaction(async (tx) => {
      await work(tx);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}

/** The same of the screen. */
async function screen(asOf: CalendarDay, days: number, bounds: Bounds) {
  const params = { range_days: days, circ_mkt_min_yi: bounds.circMktMinYi, circ_mkt_max_yi: bounds.circMktMaxYi };
  const { rows, warnings } = await api.app
    .get(ScreensService, { strict: false })
    .run('low_volume', { asOf, params, filters: {} }, { limit: 10_000, offset: 0 }, AbortSignal.timeout(60_000));
  const hits = rows
    .map(({ code, date: entryDate, close, evidence }) => {
      const shares = (key: string) => (evidence[key] === null ? null : Math.round(Number(evidence[key]) * 100));
      return {
        ...{ code, entryDate, close, minVolume: shares('volumeLots'), priorMinVolume: shares('priorLowLots') },
        priorMinVolumeDate: evidence['priorLowDate'],
        relVolume: evidence['relVolume'] === null ? null : Math.round(Number(evidence['relVolume']) * 1e4) / 1e4,
      };
    })
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
  return { hits, warnings };
}

const firstOf = (asOf: CalendarDay, days: number) => [...openDaysBefore(asOf, days), asOf].at(-days) ?? asOf;

async function expectSame(asOf: CalendarDay, days: number, bounds: Bounds = USUAL) {
  const expected = await scan(firstOf(asOf, days), asOf, bounds);
  const { hits, warnings } = await screen(asOf, days, bounds);
  expect({ asOf, days, hits }).toEqual({ asOf, days, hits: expected.hits });
  const { withoutCap } = expected;
  const leftOut = `${withoutCap} stocks were left out: their circulating market cap is not known`;
  expect(warnings.filter((warning) => warning.includes('market cap'))).toEqual(withoutCap === 0 ? [] : [leftOut]);
  return expected;
}

const DAYS = [...openDaysBefore(LAST, 16), LAST].filter((_, index) => index % 8 === 0);

it('finds what the scan finds, on any day and over any range', async () => {
  let hits = 0;
  let limitUps = 0;
  for (const asOf of DAYS) {
    for (const days of [1, 3, 20, 60]) {
      const found = await expectSame(asOf, days, days % 3 === 0 ? WIDE : USUAL);
      hits += found.hits.length;
      limitUps += found.limitUps;
    }
  }
  expect(hits).toBeGreaterThan(50);
  expect(limitUps).toBeGreaterThanOrEqual(LIMIT_UPS);
});

describe('on a market with gaps', () => {
  beforeAll(async () => {
    const run = (sql: string) => api.database.query(sql);
    // Sixty hits; their caps are estimated or missing, their last bars, their first bars or their listings away.
    const stocks = await api.database.query<{ code: string }>('select code from stock order by code limit 60');
    const list = (from: number, to: number) =>
      stocks
        .slice(from, to)
        .map(({ code }) => `'${code}'`)
        .join(', ');
    await run(
      `update daily_bar set volume = 100 where code in (${list(0, 60)}) and trade_date in ('2024-02-26', '2024-03-01')`,
    );
    await run(
      `update daily_bar set circ_market_cap = null where code in (${list(0, 10)}) and trade_date > '2024-02-01'`,
    );
    await run(`update daily_bar set circ_market_cap = null where code in (${list(10, 14)})`);
    await run(`delete from daily_bar where code in (${list(14, 24)}) and trade_date > '2024-02-27'`);
    await run(`delete from daily_bar where code in (${list(24, 30)}) and trade_date < '2024-02-08'`);
    await run(`update stock set list_date = '2023-03-01' where code in (${list(30, 36)})`);
    await run(`update daily_bar set is_st = null, pre_close = null where code in (${list(36, 46)})`);
    await run(`update daily_bar set up_limit = close where code in (${list(46, 50)}) and trade_date > '2024-02-01'`);
    await run(`update stock set list_date = null where code in (${list(24, 27)}, ${list(50, 54)})`);
    await run(
      `update stock s set first_bar_date = b.first, last_bar_date = b.last
       from (select code, min(trade_date) as first, max(trade_date) as last from daily_bar group by code) b
       where b.code = s.code`,
    );
    await run(`update market_state set data_version = data_version + 1`);
  });

  it.each(['demo', 'files'])('of %s', async (source) => {
    await api.database.query(`update market_state set source = '${source}', data_version = data_version + 1`);
    for (const days of [1, 3, 5, 20, 40]) {
      const { short, estimatedCaps, withoutCap, limitUps } = await expectSame(LAST, days, WIDE);
      await expectSame(LAST, days);
      if (days !== 20) continue;
      expect([short, estimatedCaps, withoutCap, limitUps].every((count) => count > 0)).toBe(true);
    }
  });

  it('whose days are not all there', async () => {
    await api.database.query(`delete from daily_bar where trade_date in ('2024-02-22', '2023-05-11')`);
    await api.database.query(`update market_day set bars = 0 where trade_date in ('2024-02-22', '2023-05-11')`);
    await api.database.query(`update market_state set data_version = data_version + 1`);
    for (const days of [3, 8, 20]) await expectSame(LAST, days, WIDE);
  });
});
