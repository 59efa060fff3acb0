import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '#lib/kernel';
import type { JobState, JobView } from '#lib/queue';

export class JobErrorReply {
  @ApiProperty({ type: 'string', example: 'market_incomplete' }) code!: string;
  @ApiProperty({ type: 'string' }) error!: string;
  @ApiProperty({ type: 'boolean', description: 'Whether asking for the same work again may succeed' })
  retryable!: boolean;
}

export class JobReply {
  @ApiProperty({ type: 'integer', example: 17 }) id!: number;
  @ApiProperty({ type: 'string', example: 'scan.batch' }) name!: string;
  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] }) state!: JobState;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'As the kind of job tells it',
  })
  progress!: JsonValue;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, description: 'Set when completed' })
  result!: JsonValue;
  @ApiProperty({ type: JobErrorReply, nullable: true, description: 'Set when failed' }) error!: JobErrorReply | null;
  @ApiProperty({ type: 'integer', description: 'Tries that began' }) attempts!: number;
  @ApiProperty({ type: 'string', format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) startedAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) finishedAt!: Date | null;
}

export function jobReply(view: JobView): JobReply {
  const { id, name, state, progress, result, error, attempts, createdAt, startedAt, finishedAt } = view;
  const failure = error === null ? null : { code: error.code, error: error.message, retryable: error.retryable };
  return { id, name, state, progress, result, error: failure, attempts, createdAt, startedAt, finishedAt };
}
