import { ChipModelService } from '#lib/chips';
import type { AppConfig } from '#lib/config';
import { MarketSourceService } from '#lib/market-source';
import { Secrets } from '#lib/secrets';
import type { OpenMarket } from './open-market';

/** The model of chips that the settings name. */
export function chipModelsOf({ database, clock }: OpenMarket, config: AppConfig): ChipModelService {
  return new ChipModelService(new MarketSourceService(database, config, clock, new Secrets(config)), config);
}
