import { importHoldingsJob } from './import-holdings.job';
import { importPositionsJob } from './import-positions.job';
import { syncCyqJob, syncMarketCyqJob } from './sync-cyq.job';

export const TRACKING_JOBS = [importPositionsJob, importHoldingsJob, syncCyqJob, syncMarketCyqJob];
