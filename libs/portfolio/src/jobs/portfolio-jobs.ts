import { importHoldingsJob } from './import-holdings.job';
import { importPositionsJob } from './import-positions.job';

export const PORTFOLIO_JOBS = [importPositionsJob, importHoldingsJob];
