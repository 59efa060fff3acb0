import { createHash } from 'node:crypto';
import type { FactoryProvider } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database } from '#lib/database';
import { CallBudget } from './call-budget';
import { Tushare } from './tushare';
import { TushareHttp } from './tushare-http';
import { UnconfiguredTushare } from './unconfigured-tushare';

/** Tushare as the settings say; without a token every query answers that none is configured. */
export const tushareProvider: FactoryProvider<Tushare> = {
  provide: Tushare,
  inject: [APP_CONFIG, Database],
  useFactory: ({ tushare }: AppConfig, database: Database) => {
    const { token, baseUrl, timeoutMs, callsPerMinute, callsPerDay } = tushare;
    if (token === undefined) return new UnconfiguredTushare();
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const budget = new CallBudget(database, tokenHash, { perMinute: callsPerMinute, perDay: callsPerDay });
    return new TushareHttp({ baseUrl, token, timeoutMs }, budget);
  },
};
