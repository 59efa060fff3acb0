import { Module } from '@nestjs/common';
import { AccountsModule } from '#lib/accounts';
import { TrackingModule } from '#lib/tracking';
import { HttpModule } from '../http/http.module';
import { CalendarKeyGuard } from './calendar-key.guard';
import { CalendarKeysController } from './calendar-keys.controller';
import { ReviewCalendarController } from './review-calendar.controller';

@Module({
  imports: [HttpModule, AccountsModule, TrackingModule],
  controllers: [CalendarKeysController, ReviewCalendarController],
  providers: [CalendarKeyGuard],
})
export class CalendarApiModule {}
