import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { XzReadableStream } from 'xz-decompress';
import { type CalendarDay, calendarDayOf } from '#lib/kernel';
import { type Board, findPriceLimit } from '#lib/market-data';
import { toFen } from '#lib/market-data/testing';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { makeScratchFolder } from '../support/processes/scratch-folder';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';

interface Row {
  code: string;
  day: CalendarDay;
  board: Board;
  high: number;
  low: number;
  preClose: number;
  isSt: boolean;
  /** 1 on the first bar of the stock. */
  barNo: number;
  /** The archive begins on 2020-01-02: a stock whose bars begin later was listed then. */
  listedWithin: boolean;
}

/** A stock that comes back after its listing was suspended has no limit on its first day, as a new one; no bar says so. */
const RELISTING_DAYS = ['000792 2021-08-10'];

let market: OpenMarket;
beforeAll(async () => {
  market = await openMarket(calendarDayOf('2026-11-20'));
});
afterAll(() => market.close());

describeWithSharedData('the limit-price rule on BaoStock bars', () => {
  it('holds on every bar but those of new listings and one relisting', async () => {
    const path = sharedDataPath('wywzxxz/baostock_csi300_2020_2025.tar.xz');
    const report = await market.importer.import({ path, format: 'baostock-csv' });
    expect(report).toMatchObject({ files: 300, refused: [], stocks: 300, bars: { read: 369_338, inserted: 368_626 } });
    const rows = await market.database.query<Row>(`
      select code, trade_date as day, board, high, low, pre_close as "preClose", is_st as "isSt",
             row_number() over (partition by code order by trade_date) as "barNo",
             first_bar_date > '2020-01-02' as "listedWithin"
      from daily_bar join stock using (code)`);
    const broken: string[] = [];
    let limited = 0;
    let st = 0;
    for (const { code, day, board, high, low, preClose, isSt, barNo, listedWithin } of rows) {
      const tradingDayNo = listedWithin ? barNo : null;
      const limit = findPriceLimit({ board, tradeDate: day, preCloseFen: toFen(preClose), isSt, tradingDayNo });
      if (isSt) st += 1;
      if (limit === null) continue;
      limited += 1;
      if (toFen(high) > limit.upFen || toFen(low) < limit.downFen) broken.push(`${code} ${day}`);
    }
    expect(broken).toEqual(RELISTING_DAYS);
    expect(rows).toHaveLength(368_626);
    expect(st).toBe(719);
    expect(limited).toBeGreaterThan(368_400);
  }, 300_000);
});

interface NeighbourBars {
  day: CalendarDay;
  high: number;
  low: number;
  lastClose: number;
}

describeWithSharedData("Beijing's limit prices on TongDaXin bars", () => {
  it('are rounded into the band: a touched limit is at ours if half up is another fen', async () => {
    const folder = await makeScratchFolder();
    await unpackBeijing(sharedDataPath('red-mine_stock_tdx/vipdoc_subset.tar.xz'), folder);
    await market.importer.import({ path: folder, format: 'tdx' });
    const bars = await market.database.query<NeighbourBars>(`
      select trade_date as day, high, low, last_close as "lastClose" from (
        select *, lag(close) over (partition by code order by trade_date) as last_close from daily_bar join stock using (code)
        where board = 'bse'
      ) bar where trade_date > '2021-11-15' and last_close is not null`);
    const touched = { here: 0, halfUp: 0 };
    for (const { day, high, low, lastClose } of bars) {
      const preCloseFen = toFen(lastClose);
      const limit = findPriceLimit({ board: 'bse', tradeDate: day, preCloseFen, isSt: false, tradingDayNo: null });
      const halfUp = { up: Math.round(preCloseFen * 1.3), down: Math.round(preCloseFen * 0.7) };
      if (halfUp.up !== limit?.upFen) {
        if (toFen(high) === limit?.upFen) touched.here += 1;
        if (toFen(high) === halfUp.up) touched.halfUp += 1;
      }
      if (halfUp.down !== limit?.downFen) {
        if (toFen(low) === limit?.downFen) touched.here += 1;
        if (toFen(low) === halfUp.down) touched.halfUp += 1;
      }
    }
    process.stdout.write(`Beijing: ${bars.length} bars, touched ${JSON.stringify(touched)}\n`);
    expect(touched.halfUp).toBe(0);
    expect(touched.here).toBeGreaterThanOrEqual(20);
  }, 300_000);
});

/** Only the files of the Beijing exchange, flat in a folder. */
async function unpackBeijing(archive: string, folder: string): Promise<void> {
  const tar = extract();
  const unpacked = Readable.fromWeb(new XzReadableStream(Readable.toWeb(createReadStream(archive))));
  void pipeline(unpacked, tar).catch(() => undefined);
  for await (const entry of tar) {
    const name = basename(entry.header.name);
    if (name.startsWith('bj')) await pipeline(entry, createWriteStream(join(folder, name)));
    else entry.resume();
  }
}
