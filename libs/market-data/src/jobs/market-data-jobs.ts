import { importMarketJob } from './import-market.job';
import { readMarketFilesJob } from './read-market-files.job';

export const MARKET_DATA_JOBS = [readMarketFilesJob, importMarketJob];
