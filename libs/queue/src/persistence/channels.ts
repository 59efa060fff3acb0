/** Carries the id of a job whose row changed: progress, or the end. A listener reads the row. */
export const JOB_CHANNEL = 'job';

/** Carries the id of a job that was cancelled, for the worker that runs it. */
export const JOB_CANCELLED_CHANNEL = 'job_cancelled';
