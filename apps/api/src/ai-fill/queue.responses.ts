import {
  type DailyQueueSession,
  QUEUE_REASONS,
  type QueueReason,
  type RecordGaps,
  type SessionWithGaps,
  type WeeklyQueueSession,
} from '#lib/tracking';
import { ApiCount, ApiDay, ApiEnum, ApiInteger, ApiObject, ApiWarnings } from '../http';
import { SessionResponse } from '../sessions/session.responses';

class QueuedSessionResponse extends SessionResponse {
  @ApiEnum(QUEUE_REASONS) queueReason!: QueueReason;
}

class DailyQueueSessionResponse extends QueuedSessionResponse implements DailyQueueSession {
  @ApiInteger({ minimum: 1, description: 'Of the last 10 days with a bar' }) missingDays!: number;
}

class WeeklyQueueSessionResponse extends QueuedSessionResponse implements WeeklyQueueSession {
  @ApiInteger({ minimum: 1, description: 'Of the last 8 weeks with a bar; one that saw older bars too' })
  missingWeeks!: number;
}

class QueueResponse {
  @ApiCount() total!: number;
  @ApiDay() todayYmd!: string;
  @ApiWarnings() warnings!: string[];
}

export class DailyQueueResponse extends QueueResponse {
  @ApiObject([DailyQueueSessionResponse], { description: 'Most overdue first' }) sessions!: DailyQueueSessionResponse[];
}

export class WeeklyQueueResponse extends QueueResponse {
  @ApiObject([WeeklyQueueSessionResponse], { description: 'Most overdue first' })
  sessions!: WeeklyQueueSessionResponse[];
}

class SessionWithGapsResponse extends SessionResponse implements SessionWithGaps {
  @ApiInteger({ minimum: 1, description: 'Days or weeks with a bar since the entry that have no record' })
  missing!: number;
}

export class RecordGapsResponse implements RecordGaps {
  @ApiObject([SessionWithGapsResponse], { description: 'By priority, 200 at most' })
  sessions!: SessionWithGapsResponse[];
  @ApiCount() total!: number;
  @ApiWarnings() warnings!: string[];
}
