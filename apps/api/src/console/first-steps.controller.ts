import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { FirstStepsService } from '#lib/getting-started';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller } from '../http';
import { FirstStepsResponse } from './first-steps.response';

@ApiTags('console')
@Controller('api/console/first-steps')
@Authenticated({ keys: 'any' })
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @ApiOperation({ summary: 'Which of the first steps are done: the market, a scan, a review, an own password' })
  @ApiEnvelope(FirstStepsResponse)
  read(@CurrentCaller() caller: Caller): Promise<FirstStepsResponse> {
    return this.steps.read(caller.userId);
  }
}
