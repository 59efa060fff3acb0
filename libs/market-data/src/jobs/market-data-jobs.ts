import { growDemoMarketJob } from './grow-demo-market.job';
import { importMarketJob } from './import-market.job';
import { readMarketFilesJob } from './read-market-files.job';
import { syncMarketJob } from './sync-market.job';

export const MARKET_DATA_JOBS = [growDemoMarketJob, syncMarketJob, readMarketFilesJob, importMarketJob];
