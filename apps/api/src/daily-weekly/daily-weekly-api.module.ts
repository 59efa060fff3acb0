import { Module } from '@nestjs/common';
import { TrackingModule } from '#lib/tracking';
import { DailyRecordsController } from './daily-records.controller';
import { VocabularyController } from './vocabulary.controller';
import { WeeklyRecordsController } from './weekly-records.controller';

@Module({
  imports: [TrackingModule],
  controllers: [DailyRecordsController, WeeklyRecordsController, VocabularyController],
})
export class DailyWeeklyApiModule {}
