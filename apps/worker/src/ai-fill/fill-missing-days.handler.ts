import { Injectable } from '@nestjs/common';
import {
  AiFillsService,
  type DailyFillResult,
  FillDaysService,
  type FillDailyPayload,
  fillMissingDaysJob,
} from '#lib/ai';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(fillMissingDaysJob)
export class FillMissingDaysHandler implements Handles<typeof fillMissingDaysJob> {
  constructor(
    private readonly fills: AiFillsService,
    private readonly days: FillDaysService,
  ) {}

  async run({ sessionId }: FillDailyPayload, context: JobContext<DailyFillResult>): Promise<DailyFillResult> {
    const order = { sessionId, onlyMissing: true, through: this.days.finalThrough() };
    const evaluated = await this.fills.evaluateDays(order, context);
    return context.complete((tx) => this.fills.writeDays(tx, evaluated));
  }
}
