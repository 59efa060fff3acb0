import { AppError, type JsonValue } from '#lib/kernel';
import type { JobDefinition } from './job-definition';
import { toAppError } from './job-failure';
import type { JobView } from './persistence/job-views.query';

export function hasEnded(view: JobView): boolean {
  return view.state !== 'queued' && view.state !== 'running';
}

/**
 * The result of a job of `definition`; undefined while it is in flight.
 * @throws AppError the one that the job failed with, or `job_cancelled`.
 */
export function getJobResult<Payload extends object, Result extends JsonValue>(
  definition: JobDefinition<Payload, Result>,
  view: JobView,
): Result | undefined {
  if (view.name !== definition.name) throw new Error(`job ${view.id} is a ${view.name}, not a ${definition.name}`);
  if (view.state === 'completed') return view.result as Result;
  if (view.state === 'cancelled') throw AppError.conflict('job_cancelled', 'the job was cancelled');
  if (view.error !== null) throw toAppError(view.error);
  return undefined;
}
