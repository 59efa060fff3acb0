import { importHoldingsJob } from './import-holdings.job';
import { importPositionsJob, replacePositionsJob } from './import-positions.job';

export const PORTFOLIO_JOBS = [importPositionsJob, replacePositionsJob, importHoldingsJob];
