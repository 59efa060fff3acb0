import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, isLoopback } from '#lib/config';
import { Database } from '#lib/database';
import { VendorError } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { CallBudget } from './persistence/call-budget';
import { Tushare, type TushareResponse } from './tushare';
import { TushareHttp } from './tushare-http';

/** Tushare with the account that the environment or an administrator named. Without one each query fails. */
@Injectable()
export class ChosenTushare extends Tushare {
  /** Of the token that was used last. */
  private client: { readonly token: string; readonly http: TushareHttp } | undefined;

  constructor(
    private readonly sources: MarketSourceService,
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super();
    if (config.tushare.token !== undefined) warnOfPlainHttp(config.tushare.baseUrl);
  }

  override async query(...[api, params, columns, signal]: Parameters<Tushare['query']>): Promise<TushareResponse> {
    const token = await this.sources.tushareToken();
    if (token === undefined) {
      throw new VendorError('not_configured', 'no token of Tushare is known, so Tushare can not be asked', null, 0);
    }
    return this.clientOf(token).query(api, params, columns, signal);
  }

  private clientOf(token: string): TushareHttp {
    if (this.client?.token === token) return this.client.http;
    const { baseUrl, timeoutMs, callsPerMinute, callsPerDay } = this.config.tushare;
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const budget = new CallBudget(this.database, tokenHash, { perMinute: callsPerMinute, perDay: callsPerDay });
    const http = new TushareHttp({ baseUrl, token, timeoutMs }, budget);
    this.client = { token, http };
    return http;
  }
}

/** The token is part of each call's body. */
function warnOfPlainHttp(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  new Logger('Tushare').warn(`TUSHARE_BASE_URL is http: everybody on the way to ${hostname} can read TUSHARE_TOKEN`);
}
