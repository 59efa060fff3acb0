import type { JsonValue } from '#lib/kernel';
import { JOB_STATES, type JobState, type JobView, type ListedJob } from '#lib/queue';
import { ApiEnum, ApiFlag, ApiId, ApiInstant, ApiInteger, ApiJson, ApiObject, ApiText } from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class JobErrorResponse {
  @ApiText({ example: 'market_incomplete' }) code!: string;
  @ApiText() error!: string;
  @ApiFlag({ description: 'Whether asking for the same work again may succeed' }) retryable!: boolean;
}

export class ListedJobResponse {
  @ApiId() id!: number;
  @ApiText({ example: 'scan.batch' }) name!: string;
  @ApiEnum(JOB_STATES) state!: JobState;
  @ApiJson({ nullable: true, description: 'As the kind of job tells it' }) progress!: JsonValue;
  @ApiObject(JobErrorResponse, { nullable: true, description: 'Set when failed' }) error!: JobErrorResponse | null;
  @ApiInteger({ description: 'Tries that began' }) attempts!: number;
  @ApiText({ nullable: true, description: 'Who asked; null for what the program does by itself' })
  startedBy!: string | null;
  @ApiInstant() createdAt!: Date;
  @ApiInstant({ nullable: true }) startedAt!: Date | null;
  @ApiInstant({ nullable: true }) finishedAt!: Date | null;
}

export class JobResponse extends ListedJobResponse {
  @ApiJson({ nullable: true, description: 'Set when completed' }) result!: JsonValue;
}

export class JobListResponse {
  @ApiObject([ListedJobResponse], { description: 'Newest first; a result is told by the job itself' })
  jobs!: ListedJobResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export function listedJobResponse(job: ListedJob): ListedJobResponse {
  const { id, name, state, progress, error, attempts, startedBy, createdAt, startedAt, finishedAt } = job;
  const failure = error === null ? null : { code: error.code, error: error.message, retryable: error.retryable };
  return { id, name, state, progress, error: failure, attempts, startedBy, createdAt, startedAt, finishedAt };
}

export function jobResponse(view: JobView): JobResponse {
  return { ...listedJobResponse(view), result: view.result };
}
