import {
  createDemoWorkJob,
  type CreateDemoWorkPayload,
  type CreateDemoWorkResult,
  DemoWorkService,
} from '#lib/getting-started';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import { Injectable } from '@nestjs/common';

@Injectable()
@JobHandler(createDemoWorkJob)
export class CreateDemoWorkHandler implements Handles<typeof createDemoWorkJob> {
  constructor(private readonly work: DemoWorkService) {}

  async run(_payload: CreateDemoWorkPayload, context: JobContext<CreateDemoWorkResult>): Promise<CreateDemoWorkResult> {
    const scan = await this.work.scan(context.signal);
    if (scan === undefined) return { scanId: null, sessions: 0 };
    return context.complete(async (tx) => ({ scanId: scan.scanId, sessions: await this.work.create(tx, scan) }));
  }
}
