import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { calendarDayOf } from '#lib/kernel';
import { barSourceNo, type ImportRequest } from '#lib/market-data/testing';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { tarClaiming, tarXzOf, xzOf, zipOf } from '../support/inputs/stored-archives';
import { until } from '../support/until';

const EASTMONEY = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,换手率';
const eastmoneyFile = (code: string, days: readonly string[], close = '10.5') =>
  [EASTMONEY, ...days.map((day) => `${day},${code},10,${close},11,9,1000,1050000,0.5`)].join('\n');
const DAYS = ['2024-01-02', '2024-01-03', '2024-01-04'];
const TUSHARE = 'ts_code,trade_date,open,high,low,close,pre_close,vol,amount';

let market: OpenMarket;
let folder: string;

beforeEach(async () => {
  market = await openMarket(calendarDayOf('2026-11-20'), { demoEvery: 10 });
  folder = await mkdtemp(join(tmpdir(), 'market-import-'));
});

afterEach(async () => {
  await market.close();
  await rm(folder, { recursive: true });
});

async function put(files: Record<string, string | Uint8Array>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function importFiles(files: Record<string, string | Uint8Array>, more: Partial<ImportRequest> = {}) {
  return market.importer.import({ path: await put(files), format: 'eastmoney-csv', ...more });
}

const codesOf = (rows: { code: string }[]) => rows.map(({ code }) => code);
const storedCodes = async () =>
  codesOf(await market.database.query('select distinct code from daily_bar order by code'));

describe('an import', () => {
  it('stores bars in our units, stocks, days and state, and reports', async () => {
    const report = await importFiles({
      'a/600000.csv': eastmoneyFile('600000', DAYS),
      '920001.csv': eastmoneyFile('920001', ['2024-01-03']),
    });
    expect(report).toEqual({
      format: 'eastmoney-csv',
      files: 2,
      refused: [],
      skipped: [],
      warned: [],
      stocks: 2,
      bars: { read: 4, inserted: 4, updated: 0, unchanged: 0 },
      from: '2024-01-02',
      to: '2024-01-04',
      seconds: expect.any(Number),
    });
    const bars = await market.database.query('select * from daily_bar order by trade_date, code limit 1');
    expect(bars).toEqual([
      {
        trade_date: '2024-01-02',
        code: '600000',
        open: 10,
        high: 11,
        low: 9,
        close: 10.5,
        pre_close: null,
        volume: 100_000,
        amount: 1_050_000,
        turnover_pct: 0.5,
        circ_market_cap: (10.5 * 100_000) / (0.5 / 100),
        up_limit: null,
        down_limit: null,
        is_st: null,
        source: barSourceNo('eastmoney-csv'),
        cap_source: barSourceNo('eastmoney-csv'),
      },
    ]);
    expect(
      await market.database.query(
        'select code, exchange, board, first_bar_date, last_bar_date from stock order by code',
      ),
    ).toEqual([
      { code: '600000', exchange: 'SSE', board: 'main', first_bar_date: '2024-01-02', last_bar_date: '2024-01-04' },
      { code: '920001', exchange: 'BSE', board: 'bse', first_bar_date: '2024-01-03', last_bar_date: '2024-01-03' },
    ]);
    expect(await market.database.query('select trade_date, bars from market_day order by trade_date')).toEqual([
      { trade_date: '2024-01-02', bars: 1 },
      { trade_date: '2024-01-03', bars: 2 },
      { trade_date: '2024-01-04', bars: 1 },
    ]);
    expect(await market.state.read()).toEqual({
      source: 'files',
      dataVersion: 1,
      barsFrom: '2024-01-02',
      barsTo: '2024-01-04',
    });
    expect(await market.status.read()).toMatchObject({
      source: 'files',
      stocks: 2,
      bars: 4,
      dataSets: [{ holes: [], lastError: null }, {}],
    });
  });

  it('changes nothing the second time: no row, no version', async () => {
    await importFiles({ '600000.csv': eastmoneyFile('600000', DAYS) });
    const before = await market.database.query('select ctid::text, xmin::text, xmax::text from daily_bar order by 1');
    const again = await importFiles({});
    expect(again.bars).toEqual({ read: 3, inserted: 0, updated: 0, unchanged: 3 });
    expect(await market.database.query('select ctid::text, xmin::text, xmax::text from daily_bar order by 1')).toEqual(
      before,
    );
    expect((await market.state.read()).dataVersion).toBe(1);
  });

  it('counts new, changed and unchanged bars, and keeps both unique indexes', async () => {
    await importFiles({ '600000.csv': eastmoneyFile('600000', DAYS) });
    const changed = `${eastmoneyFile('600000', DAYS.slice(0, 2))}\n2024-01-04,600000,10,10.6,11,9,1000,1060000,0.5\n2024-01-05,600000,10,10,10,10,1,1,1`;
    const report = await importFiles({ '600000.csv': changed });
    expect(report.bars).toEqual({ read: 4, inserted: 1, updated: 1, unchanged: 2 });
    expect((await market.state.read()).dataVersion).toBe(2);
    const indexes = await market.database.query(
      `select indexrelid::regclass::text as name, indisunique and indisvalid as holds from pg_index where indrelid = 'daily_bar'::regclass order by 1`,
    );
    expect(indexes).toEqual([
      { name: 'daily_bar_code_date', holds: true },
      { name: 'daily_bar_pkey', holds: true },
    ]);
  });

  it('keeps known values that another source does not know', async () => {
    await importFiles({ '600000.csv': eastmoneyFile('600000', ['2024-01-02']) });
    const tushare = `${TUSHARE}\n600000.SH,20240102,10,11,9,10.5,10.2,1000,1050\n`;
    const report = await importFiles(
      { 't/600000.SH.csv': tushare },
      { path: join(folder, 't'), format: 'tushare-csv' },
    );
    expect(report.bars.updated).toBe(1);
    const [bar] = await market.database.query(
      'select pre_close, turnover_pct, circ_market_cap, source, cap_source from daily_bar',
    );
    expect(bar).toEqual({
      pre_close: 10.2,
      turnover_pct: 0.5,
      circ_market_cap: (10.5 * 100_000) / (0.5 / 100),
      source: barSourceNo('eastmoney-csv'),
      cap_source: barSourceNo('eastmoney-csv'),
    });
    const other = `${TUSHARE}\n600000.SH,20240102,10,11,9,10.6,10.2,1000,1050\n`;
    await importFiles({ 't/600000.SH.csv': other }, { path: join(folder, 't'), format: 'tushare-csv' });
    expect(await market.database.query('select close, source, cap_source from daily_bar')).toEqual([
      { close: 10.6, source: barSourceNo('tushare-csv'), cap_source: barSourceNo('eastmoney-csv') },
    ]);
  });

  it('rejects a whole file for one invalid line, and accepts the others', async () => {
    const bad = `${eastmoneyFile('600001', DAYS)}\n2024-01-05,600001,10,nan,11,9,1000,1,1`;
    const report = await importFiles({ '600000.csv': eastmoneyFile('600000', DAYS), '600001.csv': bad });
    expect(report.refused).toEqual([{ file: '600001.csv', line: 5, reason: '收盘 "nan" is not a number' }]);
    expect(report).toMatchObject({ files: 2, stocks: 1, bars: { read: 3, inserted: 3 } });
    expect(await storedCodes()).toEqual(['600000']);
    expect(await market.database.query('select kind, file, line from market_import_note')).toEqual([
      { kind: 'refused', file: '600001.csv', line: 5 },
    ]);
  });

  it('rejects a file that contains a day twice, or a day of another file again', async () => {
    const twice = eastmoneyFile('600001', ['2024-01-02', '2024-01-03', '2024-01-02']);
    const report = await importFiles({
      '600000.csv': eastmoneyFile('600000', DAYS),
      '600001.csv': twice,
      'copy/x.csv': eastmoneyFile('600000', ['2024-01-05', '2024-01-03']),
    });
    expect(report.refused).toEqual([
      { file: '600001.csv', line: 4, reason: '2024-01-02 of 600001 stands in the file twice' },
      { file: 'copy/x.csv', line: 3, reason: '2024-01-03 of 600000 came in another file of this import already' },
    ]);
  });

  it('forgets the days of a rejected file', async () => {
    const bad = `${eastmoneyFile('600000', DAYS)}\nrubbish`;
    const report = await importFiles({ 'a.csv': bad, 'b.csv': eastmoneyFile('600000', DAYS) });
    expect(report).toMatchObject({ refused: [{ file: 'a.csv', line: 5 }], bars: { inserted: 3 } });
  });

  it('rejects a bar on a holiday or at a weekend, unless a calendar marks the day as open', async () => {
    const files = {
      '600000.csv': eastmoneyFile('600000', ['2024-02-09']),
      '600001.csv': eastmoneyFile('600001', ['2024-01-06']),
    };
    expect((await importFiles(files)).refused.map(({ line }) => line)).toEqual([2, 2]);
    await writeFile(join(folder, 'days.txt'), '2024-02-08\n2024-02-09\n2024-02-19\n');
    const report = await importFiles({}, { calendar: join(folder, 'days.txt') });
    expect(report.refused.map(({ file }) => file)).toEqual(['600001.csv']);
    expect(
      (await market.calendars.current()).openDaysBetween(calendarDayOf('2024-02-08'), calendarDayOf('2024-02-20')),
    ).toEqual(['2024-02-08', '2024-02-09', '2024-02-19', '2024-02-20']);
  });

  it('rejects a file with a bar after today', async () => {
    market.clock.set(calendarDayOf('2024-01-03'), '23:59');
    const report = await importFiles({
      '600000.csv': eastmoneyFile('600000', DAYS),
      '600001.csv': eastmoneyFile('600001', DAYS.slice(0, 2)),
    });
    expect(report.refused).toEqual([
      { file: '600000.csv', line: 4, reason: '2024-01-04 is after today, 2024-01-03 in Shanghai' },
    ]);
    expect(await market.state.read()).toMatchObject({ barsTo: '2024-01-03' });
  });

  describe('of the running day', () => {
    const TODAY = calendarDayOf('2024-01-04');
    // The volume so far: the lowest of all.
    const file = (code: string) =>
      `${eastmoneyFile(code, DAYS.slice(0, 2))}\n${TODAY},${code},10,10.2,11,9,10,10200,0.01`;
    const at = async (time: string, codes: readonly string[], day: string = TODAY) => {
      market.clock.set(calendarDayOf(day), time);
      await rm(folder, { recursive: true });
      return importFiles(Object.fromEntries(codes.map((code) => [`${code}.csv`, file(code)])));
    };
    const provisional = async () =>
      codesOf(await market.database.query('select code from provisional_bar order by code'));
    const day = async () =>
      (
        await market.database.query('select bars, provisional, complete from market_day where trade_date = $1', [TODAY])
      )[0];
    const lowest = async () =>
      market.database.query('select code, lowest_volume_trade_date as day from stock_figures order by code');

    it('before 15:45 is provisional until a later import brings the same bar again', async () => {
      await at('10:30', ['600000', '600001']);
      expect(await provisional()).toEqual(['600000', '600001']);
      expect(await day()).toEqual({ bars: 2, provisional: true, complete: false });
      expect(await lowest()).toEqual([
        { code: '600000', day: '2024-01-03' },
        { code: '600001', day: '2024-01-03' },
      ]);
      await at('15:44', ['600000', '600001']);
      expect(await provisional()).toHaveLength(2);
      const { dataVersion } = await market.state.read();
      await at('15:45', ['600000']);
      expect(await provisional()).toEqual(['600001']);
      expect(await day()).toEqual({ bars: 2, provisional: true, complete: false });
      expect(await lowest()).toEqual([
        { code: '600000', day: TODAY },
        { code: '600001', day: '2024-01-03' },
      ]);
      expect((await market.state.read()).dataVersion).toBe(dataVersion + 1);
      await at('09:00', ['600001'], '2024-01-05');
      expect(await provisional()).toEqual([]);
      expect(await day()).toEqual({ bars: 2, provisional: false, complete: true });
    });

    it('from 15:45 on is final at once', async () => {
      await at('15:45', ['600000']);
      expect(await provisional()).toEqual([]);
      expect(await day()).toEqual({ bars: 1, provisional: false, complete: true });
    });
  });

  it('warns of a file with adjusted prices, and rejects one in other units', async () => {
    const days = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
    const file = (code: string, amount: number) =>
      [EASTMONEY, ...days.map((day) => `${day},${code},10,10.5,11,9,1000,${amount},0.5`)].join('\n');
    const report = await importFiles({
      '600000.csv': file('600000', 1_050_000),
      '600001.csv': file('600001', 2_100_000),
      '600002.csv': file('600002', 10_500),
    });
    expect(report.warned).toEqual([{ file: '600001.csv', reason: expect.stringContaining('adjusted') }]);
    expect(report.refused).toEqual([
      { file: '600002.csv', line: null, reason: expect.stringContaining('10^-2 times') },
    ]);
    expect(await storedCodes()).toEqual(['600000', '600001']);
    expect(await market.database.query('select kind, file from market_import_note order by file')).toEqual([
      { kind: 'warned', file: '600001.csv' },
      { kind: 'refused', file: '600002.csv' },
    ]);
  });

  it('skips non-A-shares with a note', async () => {
    const row = (code: string) => `${code},20240102,10,11,9,10.5,10.2,1000,1050`;
    const mixed = [TUSHARE, row('600000.SH'), row('000001.SH'), row('000300.SH')].join('\n');
    const report = await importFiles(
      { 'all.csv': mixed, 'b.csv': [TUSHARE, row('900901.SH')].join('\n') },
      { format: 'tushare-csv' },
    );
    expect(report.skipped).toEqual([
      { file: 'all.csv', reason: '2 rows left out: 000001 is an index (and 1 more codes)' },
      { file: 'b.csv', reason: '900901 is a B share' },
    ]);
    expect(report).toMatchObject({ refused: [], stocks: 1 });
  });

  it('reads names, list dates and shares from side files', async () => {
    const files = {
      'in/600000.csv': [
        TUSHARE,
        '600000.SH,20240102,10,11,9,10.5,,1000,1050',
        '600000.SH,20240103,10,11,9,10,,1000,1050',
      ].join('\n'),
    };
    await put({
      'names.csv': '\uFEFF序号,代码,名称\n1,600000,浦发银行\n2,900901,云赛B股\n',
      'basic.csv.xz': xzOf(
        Buffer.from('ts_code,name,list_date\n600000.SH,浦发银行,19991110\n000004.SZ,老股,19901201\n'),
      ),
      'shares.csv': 'code,circulating_shares,date\n600000,1000000,2020-01-01\n600000,2000000,2024-01-03\n',
    });
    const common = { path: join(folder, 'in'), format: 'tushare-csv' } as const;
    await importFiles(files, { ...common, names: join(folder, 'names.csv'), shares: join(folder, 'shares.csv') });
    expect(
      await market.database.query(
        'select circ_market_cap as cap, turnover_pct as turnover, cap_source from daily_bar order by trade_date',
      ),
    ).toEqual([
      { cap: 10.5e6, turnover: 10, cap_source: barSourceNo('shares') },
      { cap: 20e6, turnover: 5, cap_source: barSourceNo('shares') },
    ]);
    await importFiles({}, { ...common, names: join(folder, 'basic.csv.xz') });
    expect(await market.database.query('select name, list_date from stock')).toEqual([
      { name: '浦发银行', list_date: '1999-11-10' },
    ]);
  });

  it('reports what is wrong with a side file, and imports nothing', async () => {
    await put({
      '600000.csv': eastmoneyFile('600000', DAYS),
      'side/bad.csv': 'code,circulating_shares\n600000,many\n',
    });
    await expect(importFiles({}, { shares: join(folder, 'side/bad.csv') })).rejects.toMatchObject({
      code: 'bad_side_file',
      message: expect.stringContaining('line 2'),
    });
    await expect(importFiles({}, { names: join(folder, 'nowhere.csv') })).rejects.toMatchObject({
      code: 'path_not_found',
    });
    expect(await storedCodes()).toEqual([]);
  });

  it('names a path that does not exist, and a folder without data', async () => {
    await expect(importFiles({}, { path: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'path_not_found' });
    await expect(importFiles({ 'readme.txt': 'x' })).rejects.toMatchObject({ code: 'no_data_files' });
    const [failed] = await market.database.query<{ error: string }>(
      'select error from market_import order by id desc limit 1',
    );
    expect(failed?.error).toContain('.csv');
    expect((await market.status.read()).dataSets[0]?.lastError).toContain('.csv');
  });

  it('runs one at a time', async () => {
    const other = new Client({ connectionString: market.databaseUrl });
    await other.connect();
    await other.query('select pg_advisory_lock(1396919620)');
    await expect(importFiles({ '600000.csv': eastmoneyFile('600000', DAYS) })).rejects.toMatchObject({
      code: 'import_running',
      kind: 'conflict',
    });
    await other.query('select pg_advisory_unlock(1396919620)');

    // Held in the middle, so that the second comes while the first one runs.
    await other.query('begin; lock table daily_bar in access exclusive mode');
    const first = importFiles({ '600000.csv': eastmoneyFile('600000', DAYS) });
    await until('the first import waits for its bars', 20_000, async () => {
      const { rows } = await other.query(`select from pg_locks where not granted and relation = 'daily_bar'::regclass`);
      return rows.length > 0;
    });
    await expect(importFiles({})).rejects.toMatchObject({ code: 'import_running' });
    await other.query('rollback');
    await expect(first).resolves.toMatchObject({ files: 1 });
    await other.end();
  });
});

describe('an import of an archive', () => {
  const members = [
    ['daily/', ''],
    ['daily/600000.csv', eastmoneyFile('600000', DAYS)],
    ['daily/bad.csv', 'no header of ours\n' + 'x'.repeat(200_000)],
    ['daily/600001.csv', eastmoneyFile('600001', DAYS)],
    ['daily/readme.txt', 'x'.repeat(70_000)],
    ['__MACOSX/daily/._600001.csv', 'junk'],
  ] as const;

  it.each([
    ['a.tar.xz', () => tarXzOf(members)],
    ['a.zip', () => Promise.resolve(zipOf(members))],
  ])('reads %s member by member', async (name, build) => {
    const report = await importFiles({ [name]: await build() }, { path: join(folder, name) });
    expect(report).toMatchObject({
      files: 3,
      stocks: 2,
      bars: { inserted: 6 },
      refused: [{ file: 'daily/bad.csv', line: 1 }],
    });
  });

  const evil = (name: string) =>
    [
      ['600000.csv', eastmoneyFile('600000', DAYS)],
      [name, 'x'],
    ] as const;
  it.each([
    ['../up.csv', 'a.tar.xz', () => tarXzOf(evil('../up.csv'))],
    ['/etc/x.csv', 'a.tar.xz', () => tarXzOf(evil('/etc/x.csv'))],
    ['a\\..\\..\\x.csv', 'a.tar.xz', () => tarXzOf(evil('a\\..\\..\\x.csv'))],
    ['../up.csv', 'a.zip', () => Promise.resolve(zipOf(evil('../up.csv')))],
    ['C:/x.csv', 'a.zip', () => Promise.resolve(zipOf(evil('C:/x.csv')))],
    ['over 1 GiB', 'a.tar.xz', async () => xzOf(await tarClaiming('big.csv', 2 ** 30 + 1))],
    ['over 1 GiB', 'a.zip', () => Promise.resolve(zipOf([['big.csv', 'x']], 2 ** 30 + 1))],
  ])('rejects one with a member %s (%s) completely', async (_what, name, build) => {
    const attempt = importFiles({ [name]: await build() }, { path: join(folder, name) });
    await expect(attempt).rejects.toMatchObject({ kind: 'invalid', code: 'bad_archive' });
    expect(await storedCodes()).toEqual([]);
    expect(await market.database.query('select status from market_import')).toEqual([{ status: 'failed' }]);
  });
});

describe('an import of an unreadable archive', () => {
  const file = [['600000.csv', eastmoneyFile('600000', DAYS)]] as const;
  const changed = (bytes: Uint8Array, at: number) => Buffer.from(bytes).fill(0x55, at, at + 8);
  it.each([
    ['half.tar.xz', 'ends early: the download is incomplete', async () => (await tarXzOf(file)).subarray(0, -40)],
    ['half.zip', 'ends early: the download is incomplete', () => zipOf(file).subarray(0, -60)],
    ['text.tar.xz', 'is no xz archive', () => Buffer.from('this is no archive at all')],
    ['text.zip', 'is no zip archive', () => Buffer.from('this is no archive at all')],
    ['page.zip', 'is a web page, not an archive', () => Buffer.from('<!DOCTYPE html><html>Sign in</html>')],
    ['none.zip', 'is empty', () => Buffer.alloc(0)],
    ['bad.tar.xz', "is damaged: its content can't be unpacked", async () => changed(await tarXzOf(file), 40)],
  ])('reports of %s that it %s', async (name, cause, build) => {
    const attempt = importFiles({ [name]: await build() }, { path: join(folder, name) });
    await expect(attempt).rejects.toMatchObject({ code: 'bad_archive', message: `${name} ${cause}` });
    expect(await storedCodes()).toEqual([]);
  });
});

describe('a demo database', () => {
  beforeEach(async () => {
    market.clock.set(calendarDayOf('2022-03-01'));
    await market.demo.ensure();
  });

  it('rejects real bars, and changes nothing', async () => {
    const before = await market.state.read();
    await expect(importFiles({ '600000.csv': eastmoneyFile('600000', DAYS) })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'market_is_demo',
    });
    expect(await market.state.read()).toEqual(before);
    expect(before.source).toBe('demo');
  });

  it('is replaced with --replace-demo: bars, stocks, scans and the sessions made from it', async () => {
    const session = (code: string, source: string) =>
      market.database.query(
        `insert into tracking_session (code, entry_date, market_source) values ($1, '2022-02-01', $2)`,
        [code, source],
      );
    await session('600000', 'demo');
    await session('600001', 'files');
    await market.database.query(
      `insert into scan_run (start_date, end_date, circ_mkt_min_yi, circ_mkt_max_yi, trading_days, prior_start, candidate_count, request_key, market_source)
       values ('2022-02-01', '2022-02-10', 0, 1, 1, '2020-08-10', 1, 'x', 'demo')`,
    );
    market.clock.set(calendarDayOf('2024-01-05'));
    const report = await importFiles({ '600000.csv': eastmoneyFile('600000', DAYS) }, { replaceDemo: true });
    expect(report.bars.inserted).toBe(3);
    expect(await storedCodes()).toEqual(['600000']);
    expect(await market.state.read()).toMatchObject({ source: 'files', barsFrom: '2024-01-02', barsTo: '2024-01-04' });
    expect(await market.status.read()).toMatchObject({ stocks: 1, bars: 3 });
    expect(
      await market.database.query(`select code, deleted_at is null as live from tracking_session order by code`),
    ).toEqual([
      { code: '600000', live: false },
      { code: '600001', live: true },
    ]);
    expect(await market.database.query('select 1 from scan_run')).toEqual([]);
    expect(await market.demo.ensure()).toEqual({ isDemo: false, daysAdded: 0, barsAdded: 0 });
  });

  it('is kept if no file of the import could be read', async () => {
    const report = await importFiles({ '600000.csv': 'rubbish' }, { replaceDemo: true });
    expect(report.refused).toHaveLength(1);
    expect((await market.state.read()).source).toBe('demo');
  });
});
