import { MarketImporter } from '#lib/market-data';
import { sharedDataPath } from '../support/inputs/shared-data';
import { TestApi } from '../support/worlds/test-api';
import { databaseTemplate } from '../support/database/test-database';

/** The real bars of 1,927 stocks from 2021 to 2025, imported once for all specs of a run. @returns a template's name. */
export function eastMoneyMarket(): Promise<string> {
  return databaseTemplate('east_money_market', async (databaseUrl) => {
    const api = await TestApi.start({ databaseUrl });
    try {
      const report = await api.app.get(MarketImporter, { strict: false }).import({
        path: sharedDataPath('qjlxg_strategy/daily_2021-01-01_2025-12-31.tar.xz'),
        format: 'eastmoney-csv',
      });
      expect(report.refused).toEqual([]);
    } finally {
      await api.stop();
    }
  });
}
