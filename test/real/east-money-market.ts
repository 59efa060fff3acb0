import { MarketImporter } from '#lib/market-data';
import { sharedDataPath } from '../support/inputs/shared-data';
import { TestApi } from '../support/worlds/test-api';
import { databaseTemplate } from '../support/database/test-database';

/** From 2021 to 2025, of 1,927 stocks. */
export const EAST_MONEY_ARCHIVE = 'qjlxg_strategy/daily_2021-01-01_2025-12-31.tar.xz';
export const EAST_MONEY_BARS = 2_272_592;

/** The bars of the archive, imported once for all specs of a run, and the report of it checked. @returns a template's name. */
export function eastMoneyMarket(): Promise<string> {
  return databaseTemplate('east_money_market', async (databaseUrl) => {
    const api = await TestApi.start({ databaseUrl });
    try {
      const report = await api.app.get(MarketImporter, { strict: false }).import({
        path: sharedDataPath(EAST_MONEY_ARCHIVE),
        format: 'eastmoney-csv',
      });
      expect(report).toMatchObject({
        files: 1927,
        refused: [],
        skipped: [],
        stocks: 1927,
        bars: { read: EAST_MONEY_BARS, inserted: EAST_MONEY_BARS, updated: 0, unchanged: 0 },
        from: '2021-01-04',
        to: '2025-12-31',
      });
      process.stdout.write(`East Money archive: ${report.bars.read} rows in ${report.seconds} s\n`);
    } finally {
      await api.stop();
    }
  });
}
