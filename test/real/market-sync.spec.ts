import { readFileSync } from 'node:fs';
import { calendarDayOf } from '#lib/kernel';
import { openMarket } from '../support/database/open-market';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';
import { SyncWorld } from '../support/worlds/sync-world';
import { marketOfRows, type VendorRow } from '../support/fakes/tushare/fake-market';

const CODES = ['600000', '600085', '600519', '600690', '600887'];
/** The last half year of the rows: ex-right days of all five lie in it. */
const SPAN = { from: '2022-01-04', to: '2022-07-01' };

function readCsv(path: string): VendorRow[] {
  const [header = '', ...lines] = readFileSync(sharedDataPath(`tushare_samples/${path}`), 'utf8')
    .trim()
    .split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, at) => [column, valueOf(column, cells[at] ?? '')]));
  });
}

function valueOf(column: string, text: string): string | number | null {
  if (text === '') return null;
  return ['ts_code', 'trade_date', 'symbol', 'name', 'area', 'industry', 'list_date'].includes(column)
    ? text
    : Number(text);
}

const BARS = `select trade_date, code, open, high, low, close, pre_close, volume, amount from daily_bar
  where trade_date between $1 and $2 order by trade_date, code`;
const BREAKS = 'select code, trade_date, kind, ratio from price_break where trade_date between $1 and $2 order by 1, 2';

describeWithSharedData('a sync of the real Tushare samples', () => {
  let world: SyncWorld;

  beforeAll(async () => {
    const listed = readCsv('stock_basic_2023-03.csv')
      .filter((row) => CODES.includes(String(row['symbol'])))
      .map((row) => ({ ...row, list_status: 'L' }));
    const daily = CODES.flatMap((code) => readCsv(`daily_${code}.SH.csv`)).filter(
      ({ trade_date: day }) => String(day) >= '20220101',
    );
    const limits = daily.map(({ ts_code, trade_date, pre_close }) => ({
      ...{ ts_code: ts_code ?? null, trade_date: trade_date ?? null },
      up_limit: Math.round(Number(pre_close) * 110) / 100,
      down_limit: Math.round(Number(pre_close) * 90) / 100,
    }));
    const factors = daily.map(({ ts_code, trade_date }) => ({
      ...{ ts_code: ts_code ?? null, trade_date: trade_date ?? null },
      adj_factor: 1,
    }));
    const market = marketOfRows({ stock_basic: listed, daily, stk_limit: limits, adj_factor: factors });
    world = await SyncWorld.open(market, '2022-07-04T08:00:00');
  }, 60_000);
  afterAll(() => world.close());

  it('produces the bars and ex-rights of the file import, and every day is complete', async () => {
    const sync = await world.sync(SPAN);
    // Valuations, suspensions and names are not among the samples: nothing came, and that is no fault.
    expect(sync).toMatchObject({ error: null });
    const span = [SPAN.from, SPAN.to];
    const synced = await world.database.query(BARS, span);
    expect(synced).toHaveLength(118 * CODES.length);
    expect(await world.days.incompleteDays(calendarDayOf(SPAN.from), calendarDayOf(SPAN.to))).toEqual([]);

    const files = await openMarket(calendarDayOf('2022-07-04'));
    try {
      await files.importer.import({ path: sharedDataPath('tushare_samples'), format: 'tushare-csv' });
      expect(await files.database.query(BARS, span)).toEqual(synced);
      // The first day of the span has no day before it in the sync.
      const breaks = await world.database.query(BREAKS, span);
      expect(breaks).not.toEqual([]);
      expect(await files.database.query(BREAKS, span)).toEqual(breaks);
    } finally {
      await files.close();
    }
  }, 120_000);
});
