import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadMarketFilesHandler } from '../../apps/worker/src/market/read-market-files.handler';
import { Schedules } from '../../apps/worker/src/schedules';
import { MarketFolderService, type ReadMarketFilesResult, TradingCalendarService } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { type JobContext, JobsService, ScheduleGate } from '#lib/queue';
import { SyncWorld } from '../support/worlds/sync-world';
import { until } from '../support/until';
import { VendorMarket } from '../support/fakes/tushare/vendor-market';

const EASTMONEY = '日期,开盘,收盘,最高,最低,成交量,成交额,换手率\n2024-01-02,10,10,11,9,1000,1000000,1\n';
const TUSHARE =
  'ts_code,trade_date,open,high,low,close,pre_close,vol,amount\n600000.SH,20240103,10,11,9,10,10,1000,1000\n';
const BAOSTOCK = 'date,code,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST\n';

let folder: string;
let world: SyncWorld;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-folder-'));
  world = await SyncWorld.open(new VendorMarket({ from: '2024-01-02', to: '2024-01-03' }), '2024-01-11T12:00:00', {
    MARKET_SOURCE: 'files',
    MARKET_FILES_DIR: folder,
  });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
});

const put = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content);
const read = (signal = new AbortController().signal) => world.get(MarketFolderService).read(signal);

describe('MARKET_FILES_DIR', () => {
  it.each([
    ['eastmoney-csv', '600000.csv', EASTMONEY],
    ['tushare-csv', 'daily.csv', TUSHARE],
    ['baostock-csv', 'sh.600000.csv', `${BAOSTOCK}2024-01-04,sh.600000,10,11,9,10,10,1000,10000,1,1,0\n`],
  ])('is recognized as %s by its files', async (format, name, content) => {
    await put('notes.txt', 'nothing');
    await put(name, content);
    expect(await read()).toMatchObject({ format, refused: [], stocks: 1 });
  });

  it('is recognized as TongDaXin by its records', async () => {
    const record = Buffer.alloc(32);
    [20_240_105, 1000, 1100, 900, 1000].forEach((value, index) => record.writeUInt32LE(value, index * 4));
    record.writeFloatLE(1e6, 20);
    record.writeUInt32LE(100_000, 24);
    await put('sh600000.day', record);
    expect(await read()).toMatchObject({ format: 'tdx', refused: [], stocks: 1 });
  });

  it('is reported if no file reveals its format', async () => {
    await put('notes.csv', 'a,b\n1,2\n');
    await expect(read()).rejects.toMatchObject({ code: 'unknown_format' });
  });

  it('is abandoned if the job is cancelled or its worker stops: nothing of it is stored', async () => {
    await put('600519.csv', EASTMONEY);
    const stop = new AbortController();
    let job: Promise<unknown> | undefined;
    await world.database.transaction(async (tx) => {
      await tx.query('select from market_state for update');
      const handler = new ReadMarketFilesHandler(world.get(MarketFolderService));
      job = handler.run({}, { signal: stop.signal } as JobContext<ReadMarketFilesResult>);
      job.catch(() => undefined);
      const loads = async (waiting: string) =>
        (
          await world.database.query(
            `select from pg_stat_activity where datname = current_database()
               and application_name = 'stock-cycle-load-files' and ${waiting}`,
          )
        ).length;
      await until('the import waits', 5000, async () => (await loads(`wait_event_type = 'Lock'`)) === 1);
      stop.abort();
      await until('its connection is closed', 5000, async () => (await loads('true')) === 0);
    });
    await expect(job).rejects.toThrow();
    expect(await world.database.query(`select from daily_bar where code = '600519'`)).toEqual([]);
  });

  it('is read once per change, however many workers look', async () => {
    const jobs = async () =>
      (await world.database.query(`select 1 from job where name = 'market.read-files' and state = 'queued'`)).length;
    const workers = [1, 2, 3].map(
      () =>
        new Schedules(
          world.config,
          world.clock,
          world.get(JobsService),
          world.get(ScheduleGate),
          world.get(TradingCalendarService),
          world.syncs,
          world.get(MarketFolderService),
          world.get(MarketSourceService),
        ),
    );
    const look = () => Promise.all(workers.map((worker) => worker.readMarketFiles()));
    await put('600000.csv', EASTMONEY);
    await look();
    await look();
    expect(await jobs()).toBe(1);
    await world.database.query(`update job set state = 'completed', result = '{}', finished_at = now()`);
    await look();
    expect(await jobs()).toBe(0);
    await put('600004.csv', EASTMONEY);
    await look();
    expect(await jobs()).toBe(1);
  });
});
