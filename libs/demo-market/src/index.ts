export { DemoMarketModule } from './demo-market.module';
export { DemoMarketService } from './demo-market.service';
export { DEMO_MARKET_JOBS } from './jobs/demo-market-jobs';
export { GrowDemoMarketPayload, growDemoMarketJob } from './jobs/grow-demo-market.job';
export type { GrowDemoMarketResult } from './jobs/grow-demo-market.job';
