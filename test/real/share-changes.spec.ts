import { createDataSource, Database } from '#lib/database';
import { addDays, type CalendarDay, calendarDayOf } from '#lib/kernel';
import { DEFAULT_SCAN_OPTIONS, LowVolumeScanService, type ScanOptions, type ScanRow } from '#lib/scan';
import { MarketBackfill, MarketImporter, refreshStockFigures } from '#lib/market-data';
import { ENTITIES } from '#lib/schema';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';
import { TestApi } from '../support/worlds/test-api';
import { eastMoneyMarket } from './east-money-market';

jest.setTimeout(600_000);

interface Change {
  code: string;
  day: CalendarDay;
  factor: number;
}

class RolledBack extends Error {}

const OVERLAP_FROM = '2021-01-05';
const OVERLAP_TO = '2025-12-31';

async function baoStockMarket(): Promise<TestApi> {
  const api = await TestApi.start();
  const report = await api.app.get(MarketImporter, { strict: false }).import({
    path: sharedDataPath('wywzxxz/baostock_csi300_2020_2025.tar.xz'),
    format: 'baostock-csv',
  });
  expect(report.refused).toEqual([]);
  return api;
}

const changesIn = (api: TestApi): Promise<Change[]> =>
  api.database.query<Change>('select code, trade_date as day, factor from share_change order by code, trade_date');

describeWithSharedData('bonus issues of real stocks', () => {
  let eastMoney: TestApi;
  let baoStock: TestApi;

  beforeAll(async () => {
    eastMoney = await TestApi.start({ template: await eastMoneyMarket() });
    baoStock = await baoStockMarket();
  });
  afterAll(async () => {
    await eastMoney.stop();
    await baoStock.stop();
  });

  it('are inferred from bare prices as from ex-right previous closes', async () => {
    const codes = async (api: TestApi) =>
      new Set((await api.database.query<{ code: string }>('select code from stock')).map(({ code }) => code));
    const [both, others] = [await codes(eastMoney), await codes(baoStock)];
    const ofBoth = (changes: Change[]) =>
      changes.filter(({ code, day }) => both.has(code) && others.has(code) && day >= OVERLAP_FROM && day <= OVERLAP_TO);
    const told = ofBoth(await changesIn(baoStock));
    const inferred = ofBoth(await changesIn(eastMoney));
    expect(inferred.map(({ code, day }) => `${code} ${day}`)).toEqual(told.map(({ code, day }) => `${code} ${day}`));
    expect(told.length).toBeGreaterThan(20);
    // Two decimals of turnover leave a factor that is no whole number of shares for ten a few percent open.
    const off = inferred.map(({ factor }, index) => Math.abs(factor / (told[index]?.factor ?? 0) - 1));
    expect(Math.max(...off)).toBeLessThan(0.03);
    expect(off.filter((error) => error < 0.001).length).toBeGreaterThanOrEqual(told.length - 3);
  });

  it('are the same after a rebuild, and after the start of a newer build', async () => {
    const atLoad = await changesIn(eastMoney);
    expect(atLoad.length).toBeGreaterThan(500);
    // The API's pool is for short statements.
    const patient = await createDataSource({
      url: eastMoney.databaseUrl,
      entities: ENTITIES,
      migrations: [],
      applicationName: 'test',
      poolSize: 2,
      statementTimeoutMs: 500_000,
    }).initialize();
    try {
      const database = new Database(patient);
      await database.transaction((tx) => refreshStockFigures(tx, 'everything'));
      expect(await changesIn(eastMoney)).toEqual(atLoad);
      await database.query('delete from share_change');
      await database.query('update market_state set share_rule = 0');
      await new MarketBackfill(database).fillMissing();
    } finally {
      await patient.destroy();
    }
    expect(await changesIn(eastMoney)).toEqual(atLoad);
  });

  it('hide hits of the low-volume scan, and make none', async () => {
    const lowVolume = eastMoney.app.get(LowVolumeScanService, { strict: false });
    const scan = async (startDate: CalendarDay, endDate: CalendarDay, options: ScanOptions): Promise<ScanRow[]> => {
      const bounds = { startDate, endDate, circMktMinYi: 0, circMktMaxYi: 1e6 };
      const plan = await lowVolume.plan({ ...bounds, options });
      const codes = plan.candidates.filter(({ shortHistory }) => !shortHistory).map(({ code }) => code);
      const { priorStart, medianStart } = plan.window;
      let rows: ScanRow[] = [];
      await eastMoney.database
        .transaction(async (tx) => {
          const task = { ...bounds, codes, priorStart, medianStart, options, marketSource: 'files', requestedBy: null };
          rows = (await lowVolume.scan(tx, task)).rows;
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
      return rows;
    };
    const counts = { raw: 0, adjusted: 0, hidden: 0, withIssue: 0, lost: [] as string[], untold: 0 };
    for (let month = 6; month < 48; month += 1) {
      const start = calendarDayOf(`${2022 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`);
      const end = addDays(calendarDayOf(`${addDays(start, 31).slice(0, 8)}01`), -1);
      const raw = await scan(start, end, DEFAULT_SCAN_OPTIONS);
      const adjusted = await scan(start, end, { ...DEFAULT_SCAN_OPTIONS, volumeBasis: 'shares_adjusted' });
      const found = new Set(adjusted.map(({ code }) => code));
      const known = new Set(raw.map(({ code }) => code));
      const issues = await eastMoney.database.query<{ code: string }>(
        `select distinct code from share_change
         where trade_date <= $2 and trade_date > (select min(d) from (
           select trade_date as d from market_day where trade_date < $1 order by d desc limit 360) w)`,
        [start, end],
      );
      const issued = new Set(issues.map(({ code }) => code));
      counts.raw += raw.length;
      counts.adjusted += adjusted.length;
      counts.hidden += adjusted.filter(({ code }) => !known.has(code)).length;
      counts.withIssue += adjusted.filter(({ code }) => issued.has(code)).length;
      counts.lost.push(
        ...raw.filter(({ code }) => !found.has(code)).map(({ code, entryDate }) => `${code} ${entryDate}`),
      );
      counts.untold += raw.filter((row) => row.hitAdjusted !== found.has(row.code)).length;
    }
    process.stdout.write(`hits of 42 months as traded and on shares: ${JSON.stringify(counts)}\n`);
    expect(counts.lost).toEqual([]);
    expect(counts.untold).toBe(0);
    expect(counts.hidden).toBe(counts.adjusted - counts.raw);
    expect(counts.hidden / counts.withIssue).toBeGreaterThan(0.4);
  });
});
