import { syncMarketJob } from './sync-market.job';

export const MARKET_SYNC_JOBS = [syncMarketJob];
