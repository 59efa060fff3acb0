import { Injectable } from '@nestjs/common';
import { AiFillsService, FillDaysService, fillWeeklyJob, type FillWeeklyPayload, type WeeklyFillResult } from '#lib/ai';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(fillWeeklyJob)
export class FillWeeklyHandler implements Handles<typeof fillWeeklyJob> {
  constructor(
    private readonly fills: AiFillsService,
    private readonly days: FillDaysService,
  ) {}

  async run(payload: FillWeeklyPayload, context: JobContext<WeeklyFillResult>): Promise<WeeklyFillResult> {
    const evaluated = await this.fills.evaluateWeeks({ ...payload, through: this.days.finalThrough() }, context);
    return context.complete((tx) => this.fills.writeWeeks(tx, evaluated));
  }
}
