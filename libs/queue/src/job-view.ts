import { AppError, type JsonValue } from '#lib/kernel';
import type { JobDefinition } from './job-definition';
import { appErrorOfJob, type JobError } from './job-error';

export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/** A job as its row says it is now. */
export interface JobView {
  id: number;
  name: string;
  queue: string;
  state: JobState;
  progress: JsonValue;
  result: JsonValue;
  error: JobError | null;
  /** Tries that began. */
  attempts: number;
  requestedBy: number | null;
  /** The name of the user who asked; null for what the program did by itself. */
  startedBy: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A job without its result, which may be long. */
export type ListedJob = Omit<JobView, 'result'>;

export const LISTED_JOB_COLUMNS = `id, name, queue, state, progress, error, attempts, requested_by as "requestedBy",
  (select username from app_user where app_user.id = requested_by) as "startedBy",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

export const JOB_VIEW_COLUMNS = `${LISTED_JOB_COLUMNS}, result`;

export function hasEnded(view: JobView): boolean {
  return view.state !== 'queued' && view.state !== 'running';
}

/**
 * The result of a job of `definition`; undefined while it is in flight.
 * @throws AppError the one that the job failed with, or `job_cancelled`.
 */
export function resultOfJob<Payload extends object, Result extends JsonValue>(
  definition: JobDefinition<Payload, Result>,
  view: JobView,
): Result | undefined {
  if (view.name !== definition.name) throw new Error(`job ${view.id} is a ${view.name}, not a ${definition.name}`);
  if (view.state === 'completed') return view.result as Result;
  if (view.state === 'cancelled') throw AppError.conflict('job_cancelled', 'the job was cancelled');
  if (view.error !== null) throw appErrorOfJob(view.error);
  return undefined;
}
