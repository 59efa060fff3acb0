import { Module } from '@nestjs/common';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { ScreensModule } from '#lib/screens';
import { SecretsModule } from '#lib/secrets';
import { ChannelsService } from './channels.service';
import { DailyDigestsService } from './daily-digests.service';
import { DeliveriesService } from './deliveries.service';
import { DigestsService } from './digests.service';
import { RuleEvaluationsService } from './rule-evaluations.service';
import { RulesService } from './rules.service';
import { SenderService } from './sender.service';

const SERVICES = [
  ChannelsService,
  RulesService,
  DeliveriesService,
  DigestsService,
  DailyDigestsService,
  SenderService,
  RuleEvaluationsService,
];

@Module({
  imports: [MarketDataModule, MarketSyncModule, ScreensModule, SecretsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class NotificationsModule {}
