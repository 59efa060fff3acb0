import { Injectable } from '@nestjs/common';
import { calendarDayOf } from '#lib/kernel';
import {
  evaluateRulesJob,
  type EvaluateRulesPayload,
  type EvaluateRulesResult,
  RuleEvaluationsService,
} from '#lib/notifications';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(evaluateRulesJob)
export class EvaluateRulesHandler implements Handles<typeof evaluateRulesJob> {
  constructor(private readonly rules: RuleEvaluationsService) {}

  run({ day }: EvaluateRulesPayload, { signal }: JobContext<EvaluateRulesResult>): Promise<EvaluateRulesResult> {
    return this.rules.evaluate(calendarDayOf(day), signal);
  }
}
