import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig, type ChipModel } from '#lib/config';
import { AppError } from '#lib/kernel';
import { MarketSourceService } from '#lib/market-source';

/** The model of chip distributions, and how many bars of a stock the `eastmoney` one looks at. */
export interface ChipModelSettings {
  readonly model: ChipModel;
  readonly window: number;
}

/** Which model makes chip distributions: that of `CYQ_MODEL`, else Tushare's own if the market is Tushare's. */
@Injectable()
export class ChipModelService {
  constructor(
    private readonly sources: MarketSourceService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async current(): Promise<ChipModelSettings> {
    const { cyqModel, cyqWindow } = this.config;
    const ofSource = async (): Promise<ChipModel> =>
      (await this.sources.current()) === 'tushare' ? 'tushare' : 'eastmoney';
    return { model: cyqModel ?? (await ofSource()), window: cyqWindow };
  }

  /** @throws AppError `market_not_configured` if the model needs a vendor that is not set up. */
  async assertConfigured(): Promise<void> {
    const { model } = await this.current();
    if (model !== 'tushare' || (await this.sources.tushareToken()) !== undefined) return;
    throw AppError.unavailable('market_not_configured', 'no token of Tushare is known, so Tushare can not be asked');
  }
}
