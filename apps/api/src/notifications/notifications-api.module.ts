import { Module } from '@nestjs/common';
import { NotificationsModule } from '#lib/notifications';
import { HttpModule } from '../http/http.module';
import { ChannelsController } from './channels.controller';
import { DeliveriesController } from './deliveries.controller';
import { RulesController } from './rules.controller';

@Module({
  imports: [HttpModule, NotificationsModule],
  controllers: [ChannelsController, RulesController, DeliveriesController],
})
export class NotificationsApiModule {}
