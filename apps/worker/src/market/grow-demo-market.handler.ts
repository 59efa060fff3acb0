import { Inject, Injectable } from '@nestjs/common';
import { DemoMarketService, growDemoMarketJob, type GrowDemoMarketResult } from '#lib/market-data';
import { type Handles, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(growDemoMarketJob)
export class GrowDemoMarketHandler implements Handles<typeof growDemoMarketJob> {
  constructor(@Inject(DemoMarketService) private readonly demo: DemoMarketService) {}

  async run(): Promise<GrowDemoMarketResult> {
    const { daysAdded, barsAdded } = await this.demo.ensure();
    return { daysAdded, barsAdded };
  }
}
