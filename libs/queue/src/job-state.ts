export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
