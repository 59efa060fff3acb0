import { ApiProperty } from '@nestjs/swagger';
import { QUEUE_REASONS } from '#lib/tracking';
import { SessionReply } from '../sessions/session.replies';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const warnings = { type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' } as const;

class QueuedSessionReply extends SessionReply {
  @ApiProperty({ type: 'string', enum: [...QUEUE_REASONS] }) queueReason!: string;
}

class DailyQueueSessionReply extends QueuedSessionReply {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Of the last 10 days with a bar' }) missingDays!: number;
}

class WeeklyQueueSessionReply extends QueuedSessionReply {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Of the last 8 weeks with a bar; one that saw older bars too',
  })
  missingWeeks!: number;
}

class QueueReply {
  @ApiProperty(count) total!: number;
  @ApiProperty(day) todayYmd!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class DailyQueueReply extends QueueReply {
  @ApiProperty({ type: [DailyQueueSessionReply], description: 'Most overdue first' })
  sessions!: DailyQueueSessionReply[];
}

export class WeeklyQueueReply extends QueueReply {
  @ApiProperty({ type: [WeeklyQueueSessionReply], description: 'Most overdue first' })
  sessions!: WeeklyQueueSessionReply[];
}

class SessionWithGapsReply extends SessionReply {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Days or weeks with a bar since the entry that have no record',
  })
  missing!: number;
}

export class RecordGapsReply {
  @ApiProperty({ type: [SessionWithGapsReply], description: 'By priority, 200 at most' })
  sessions!: SessionWithGapsReply[];
  @ApiProperty(count) total!: number;
  @ApiProperty(warnings) warnings!: string[];
}
