import { Module } from '@nestjs/common';
import { SecretsModule } from '#lib/secrets';
import { MarketSourceService } from './market-source.service';

/** Which source the market's data come from. Needs the global database and config modules. */
@Module({ imports: [SecretsModule], providers: [MarketSourceService], exports: [MarketSourceService] })
export class MarketSourceModule {}
