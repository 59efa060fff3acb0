import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { MEASURED_ON, TrackRecordService } from '#lib/ai';
import { ApiEnvelope, Authenticated } from '../http';
import { EventRatesResponse } from './event-rates.responses';

@ApiTags('ai')
@Controller('api/stock-cycle/ai-event-rates')
export class EventRatesController {
  constructor(private readonly trackRecord: TrackRecordService) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'How often each event of the rules was right, to show next to it' })
  @ApiEnvelope(EventRatesResponse)
  async get(): Promise<EventRatesResponse> {
    return { rates: await this.trackRecord.ofEvents(), measuredOn: MEASURED_ON };
  }
}
