import { createHash } from 'node:crypto';
import { type FactoryProvider, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, isLoopback } from '#lib/config';
import { Database } from '#lib/database';
import { CallBudget } from './persistence/call-budget';
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
    warnOfPlainHttp(baseUrl);
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const budget = new CallBudget(database, tokenHash, { perMinute: callsPerMinute, perDay: callsPerDay });
    return new TushareHttp({ baseUrl, token, timeoutMs }, budget);
  },
};

/** The token is part of each call's body. */
function warnOfPlainHttp(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  new Logger('Tushare').warn(`TUSHARE_BASE_URL is http: everybody on the way to ${hostname} can read TUSHARE_TOKEN`);
}
