import { CreateJobs1763600000250 } from './1763600000250-create-jobs';
import { TraceJobs1766000000100 } from './1766000000100-trace-jobs';
import { TellFailuresAgain1767000000500 } from './1767000000500-tell-failures-again';
import { CountJobsOfUsers1767000000520 } from './1767000000520-count-jobs-of-users';
import { Job } from './job.entity';
import { ScheduleRun } from './schedule-run.entity';

export const QUEUE_ENTITIES = [Job, ScheduleRun];

export const QUEUE_MIGRATIONS = [
  CreateJobs1763600000250,
  TraceJobs1766000000100,
  TellFailuresAgain1767000000500,
  CountJobsOfUsers1767000000520,
];
