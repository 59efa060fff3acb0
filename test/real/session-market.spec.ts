import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calendarDayOf } from '#lib/kernel';
import type { MarketFormat } from '#lib/market-data';
import { refreshSessionMarket } from '#lib/tracking/testing';
import { type OpenMarket, openMarket } from '../support/database/open-market';
import { describeWithSharedData, sharedDataPath } from '../support/inputs/shared-data';

const BAOSTOCK = 'wywzxxz/baostock_csi300_2020_2025.tar.xz';
const EASTMONEY = 'qjlxg_strategy/daily_2021-01-01_2025-12-31.tar.xz';

describeWithSharedData('a bonus issue on real bars', () => {
  let market: OpenMarket;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'session-market-real-'));
    for (const [archive, codes] of [
      [BAOSTOCK, ['data/sh.600188.csv', 'data/sh.600515.csv', 'data/sh.600061.csv']],
      [EASTMONEY, ['daily/600188.csv', 'daily/600515.csv', 'daily/600061.csv']],
    ] as const) {
      execFileSync('tar', ['xJf', sharedDataPath(archive), '-C', folder, ...codes]);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    market = await openMarket(calendarDayOf('2026-11-20'));
  });
  afterEach(() => market.close());

  async function figures(format: MarketFormat, path: string, code: string, entryDate: string, close: number) {
    await market.importer.import({ path: join(folder, path), format });
    return market.database.transaction(async (tx) => {
      const [session] = await tx.query<{ id: number }>(
        `insert into tracking_session (code, entry_date, entry_close_price, market_source)
         values ($1, $2, $3, 'files') returning id`,
        [code, entryDate, close],
      );
      await refreshSessionMarket(tx, [session?.id ?? 0]);
      const [row] =
        await tx.query(`select latest_trade_date as day, latest_close as close, close_vs_entry_pct as pct, close_vs_entry_basis as basis
         from session_market`);
      return row;
    });
  }

  // Expected: the product of each day's close / preclose after the entry, computed by another program from the files.
  it.each([
    // 5 for 10 and 4.30 yuan a share on 2023-07-17, 3 for 10 and 1.49 on 2024-07-08: the closes alone say -64.3 %.
    ['600188', '2023-07-14', 33.87, 12.09, -13.56],
    ['600188', '2020-06-01', 8.55, 12.09, 306.39],
    // 4.8 for 10 on 2021-12-22, the only one.
    ['600515', '2020-06-01', 5.98, 3.29, -18.74],
    ['600061', '2021-06-17', 13.2, 6.42, -20.71],
  ])('of %s from %s: %d to %d is %d %% if the source knows', async (code, entryDate, entry, latest, pct) => {
    expect(await figures('baostock-csv', 'data', code, entryDate, entry)).toEqual({
      day: '2025-04-07',
      close: latest,
      pct,
      basis: 'adjusted',
    });
  });

  it.each([
    // Both bonus issues show in the share counts (13.15 x 1.5 x 1.3); the dividends do not, 5.79 yuan of them.
    ['600188', '2023-07-14', 33.87, 13.15, -24.29, 'adjusted'],
    // 1.48 shares for one can not be told from the share counts.
    ['600515', '2021-12-21', 8.67, 5.33, null, 'unknown'],
    // From the ex day on nothing lies between but what the limit allows.
    ['600515', '2021-12-22', 5.58, 5.33, -4.48, 'raw'],
  ])(
    'of %s from %s: %d to %d is %s (%s) if the source has only prices',
    async (code, day, entry, close, pct, basis) => {
      expect(await figures('eastmoney-csv', 'daily', code, day, entry)).toEqual({
        day: '2025-12-31',
        close,
        pct,
        basis,
      });
    },
  );
});
