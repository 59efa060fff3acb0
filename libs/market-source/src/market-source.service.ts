import { Inject, Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig, type MarketSource } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { Secrets } from '#lib/secrets';
import type { MarketSourceChoice } from './persistence/market-source-choice.entity';
import { lockChoice, selectChoice, upsertChoice } from './persistence/market-source-choice.query';

/** Who says where market data come from: `MARKET_SOURCE`, an administrator, or nobody. */
export const SOURCE_SETTERS = ['environment', 'stored', 'default'] as const;

/** The source of market data as it is set. Never the token. */
export interface MarketSourceView {
  source: MarketSource;
  setBy: (typeof SOURCE_SETTERS)[number];
  tushareTokenSet: boolean;
  /** When an administrator chose it; null if none did. */
  changedAt: string | null;
}

/** A choice to be stored. */
export interface MarketSourceRequest {
  readonly source: MarketSource;
  /** Left out: the stored one. */
  readonly tushareToken?: string;
}

/**
 * Where market data come from. `MARKET_SOURCE` wins over what an administrator chose. Read again for each use, so that every
 * process follows a choice with its next one.
 */
@Injectable()
export class MarketSourceService {
  constructor(
    private readonly database: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  async current(): Promise<MarketSource> {
    if (this.config.marketSourceSet) return this.config.marketSource;
    return (await selectChoice(this.database))?.source ?? this.config.marketSource;
  }

  /**
   * The account at Tushare: that of the environment, else the stored one.
   * @returns undefined if there is none, or the key of this DATA_DIR does not open it.
   */
  async tushareToken(): Promise<string | undefined> {
    return this.config.tushare.token ?? (await this.readToken(await selectChoice(this.database)));
  }

  async view(): Promise<MarketSourceView> {
    const choice = await selectChoice(this.database);
    const byEnvironment = this.config.marketSourceSet;
    return {
      source: byEnvironment ? this.config.marketSource : (choice?.source ?? this.config.marketSource),
      setBy: byEnvironment ? 'environment' : choice === undefined ? 'default' : 'stored',
      tushareTokenSet: (this.config.tushare.token ?? (await this.readToken(choice))) !== undefined,
      changedAt: choice?.changedAt.toISOString() ?? null,
    };
  }

  /**
   * Stores a choice in the caller's transaction.
   * @throws AppError 409 `set_by_environment`; 400 if Tushare is chosen and no token is known.
   */
  async choose(tx: Transaction, request: MarketSourceRequest, changedBy: number): Promise<void> {
    if (this.config.marketSourceSet) {
      throw AppError.conflict('set_by_environment', 'MARKET_SOURCE is set in the environment, and is changed there');
    }
    await lockChoice(tx);
    const { source, tushareToken } = request;
    if (source === 'tushare' && tushareToken === undefined && (await this.tushareToken()) === undefined) {
      const message = 'must be given with the source tushare';
      throw AppError.invalid(`tushare_token ${message}`, [{ field: 'tushare_token', message }]);
    }
    const box = tushareToken === undefined ? null : await this.secrets.encrypt(tushareToken);
    await upsertChoice(tx, { source, tushareToken: box, changedAt: this.clock.now(), changedBy });
    const details = { source, tokenGiven: box !== null };
    await recordAct(tx, { action: 'market.source_chosen', subject: source, details });
  }

  private async readToken(choice: MarketSourceChoice | undefined): Promise<string | undefined> {
    const box = choice?.tushareToken ?? undefined;
    return box === undefined ? undefined : this.secrets.decrypt(box);
  }
}
