import { ApiProperty } from '@nestjs/swagger';
import { QUEUE_REASONS } from '#lib/tracking';
import { SessionResponse } from '../sessions/session.responses';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const warnings = { type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' } as const;

class QueuedSessionResponse extends SessionResponse {
  @ApiProperty({ type: 'string', enum: [...QUEUE_REASONS] }) queueReason!: string;
}

class DailyQueueSessionResponse extends QueuedSessionResponse {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Of the last 10 days with a bar' }) missingDays!: number;
}

class WeeklyQueueSessionResponse extends QueuedSessionResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Of the last 8 weeks with a bar; one that saw older bars too',
  })
  missingWeeks!: number;
}

class QueueResponse {
  @ApiProperty(count) total!: number;
  @ApiProperty(day) todayYmd!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class DailyQueueResponse extends QueueResponse {
  @ApiProperty({ type: [DailyQueueSessionResponse], description: 'Most overdue first' })
  sessions!: DailyQueueSessionResponse[];
}

export class WeeklyQueueResponse extends QueueResponse {
  @ApiProperty({ type: [WeeklyQueueSessionResponse], description: 'Most overdue first' })
  sessions!: WeeklyQueueSessionResponse[];
}

class SessionWithGapsResponse extends SessionResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Days or weeks with a bar since the entry that have no record',
  })
  missing!: number;
}

export class RecordGapsResponse {
  @ApiProperty({ type: [SessionWithGapsResponse], description: 'By priority, 200 at most' })
  sessions!: SessionWithGapsResponse[];
  @ApiProperty(count) total!: number;
  @ApiProperty(warnings) warnings!: string[];
}
