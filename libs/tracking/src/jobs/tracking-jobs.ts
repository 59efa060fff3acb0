import { syncCyqJob, syncMarketCyqJob } from './sync-cyq.job';

export const TRACKING_JOBS = [syncCyqJob, syncMarketCyqJob];
