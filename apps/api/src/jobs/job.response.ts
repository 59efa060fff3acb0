import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '#lib/kernel';
import type { JobState, JobView, ListedJob } from '#lib/queue';
import { PaginationResponse } from '../http/pagination.response';
import { JOB_STATES } from './job.requests';

export class JobErrorResponse {
  @ApiProperty({ type: 'string', example: 'market_incomplete' }) code!: string;
  @ApiProperty({ type: 'string' }) error!: string;
  @ApiProperty({ type: 'boolean', description: 'Whether asking for the same work again may succeed' })
  retryable!: boolean;
}

export class ListedJobResponse {
  @ApiProperty({ type: 'integer', example: 17 }) id!: number;
  @ApiProperty({ type: 'string', example: 'scan.batch' }) name!: string;
  @ApiProperty({ type: 'string', enum: JOB_STATES }) state!: JobState;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'As the kind of job tells it',
  })
  progress!: JsonValue;
  @ApiProperty({ type: JobErrorResponse, nullable: true, description: 'Set when failed' })
  error!: JobErrorResponse | null;
  @ApiProperty({ type: 'integer', description: 'Tries that began' }) attempts!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'Who asked; null for what the program does by itself' })
  startedBy!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) startedAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) finishedAt!: Date | null;
}

export class JobResponse extends ListedJobResponse {
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, description: 'Set when completed' })
  result!: JsonValue;
}

export class JobListResponse {
  @ApiProperty({ type: [ListedJobResponse], description: 'Newest first; a result is told by the job itself' })
  jobs!: ListedJobResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}

export function listedJobResponse(job: ListedJob): ListedJobResponse {
  const { id, name, state, progress, error, attempts, startedBy, createdAt, startedAt, finishedAt } = job;
  const failure = error === null ? null : { code: error.code, error: error.message, retryable: error.retryable };
  return { id, name, state, progress, error: failure, attempts, startedBy, createdAt, startedAt, finishedAt };
}

export function jobResponse(view: JobView): JobResponse {
  return { ...listedJobResponse(view), result: view.result };
}
