import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type AnswersOfDay, ModelAnswersService } from '#lib/ai';
import { AppError } from '#lib/kernel';
import { ApiEnvelope, Authenticated } from '../http';
import { AnswersOfDayResponse } from './model-answers.responses';
import { ModelAnswersQuery } from './replays.requests';

@ApiTags('ai')
@Controller('api/stock-cycle/ai-judgements')
export class ModelAnswersController {
  constructor(private readonly answers: ModelAnswersService) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'The answers of all models about one day or week, and the price after it' })
  @ApiEnvelope(AnswersOfDayResponse, { errors: { 404: 'there is no such session or replay' } })
  get(@Query() { session_id, replay_id, code, kind = 'daily', date }: ModelAnswersQuery): Promise<AnswersOfDay> {
    if (session_id !== undefined && replay_id === undefined)
      return this.answers.compareForSession(session_id, kind, date);
    if (session_id === undefined && replay_id !== undefined && code !== undefined) {
      return this.answers.compareForReplay(replay_id, code, date);
    }
    throw AppError.invalid('give either session_id, or replay_id and code');
  }
}
