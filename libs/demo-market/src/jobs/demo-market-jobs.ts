import { growDemoMarketJob } from './grow-demo-market.job';

export const DEMO_MARKET_JOBS = [growDemoMarketJob];
