import { Injectable } from '@nestjs/common';
import {
  AiFillsService,
  type DailyFillResult,
  dryRunFillJob,
  type DryRunFillPayload,
  FillDaysService,
  type WeeklyFillResult,
} from '#lib/ai';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(dryRunFillJob)
export class DryRunFillHandler implements Handles<typeof dryRunFillJob> {
  constructor(
    private readonly fills: AiFillsService,
    private readonly days: FillDaysService,
  ) {}

  run(
    { sessionId, kind, onlyMissing }: DryRunFillPayload,
    context: JobContext<DailyFillResult | WeeklyFillResult>,
  ): Promise<DailyFillResult | WeeklyFillResult> {
    const order = { sessionId, onlyMissing, through: this.days.finalThrough() };
    return kind === 'daily' ? this.fills.previewDays(order, context) : this.fills.previewWeeks(order, context);
  }
}
