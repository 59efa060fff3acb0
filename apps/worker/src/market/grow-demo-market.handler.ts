import { Injectable } from '@nestjs/common';
import {
  DemoMarketService,
  growDemoMarketJob,
  type GrowDemoMarketPayload,
  type GrowDemoMarketResult,
} from '#lib/demo-market';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(growDemoMarketJob)
export class GrowDemoMarketHandler implements Handles<typeof growDemoMarketJob> {
  constructor(private readonly demo: DemoMarketService) {}

  async run(
    _payload: GrowDemoMarketPayload,
    { signal }: JobContext<GrowDemoMarketResult>,
  ): Promise<GrowDemoMarketResult> {
    const { daysAdded, barsAdded } = await this.demo.ensure({ signal });
    return { daysAdded, barsAdded };
  }
}
