import { pruneJobsJob } from './prune-jobs.job';

export const QUEUE_JOBS = [pruneJobsJob];
