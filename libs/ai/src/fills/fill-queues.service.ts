import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import {
  type DailyQueueSession,
  type QueueMoment,
  type RecordGaps,
  type RecordKind,
  selectFillQueue,
  selectRecordGaps,
  type WeeklyQueueSession,
} from '#lib/tracking';
import { FillDaysService } from './fill-days.service';

/** Sessions with gaps in one response; `total` counts all of them. */
const MOST_GAPS = 200;

export interface FillQueue<Session> {
  /** Most overdue first. */
  sessions: Session[];
  total: number;
  todayYmd: CalendarDay;
}

/** The open sessions whose records lag behind the market data and that are due. */
@Injectable()
export class FillQueuesService {
  constructor(
    private readonly db: Database,
    private readonly days: FillDaysService,
    private readonly clock: Clock,
  ) {}

  async daily(): Promise<FillQueue<DailyQueueSession>> {
    const moment = await this.now();
    return toQueue(await selectFillQueue(this.db, 'daily', moment), moment);
  }

  async weekly(): Promise<FillQueue<WeeklyQueueSession>> {
    const moment = await this.now();
    return toQueue(await selectFillQueue(this.db, 'weekly', moment), moment);
  }

  /** The open sessions that lack a record of a recent day or week: a person's work, whatever the review date. */
  gaps(kind: RecordKind): Promise<RecordGaps> {
    return selectRecordGaps(this.db, kind, { through: this.days.finalThrough(), limit: MOST_GAPS });
  }

  private async now(): Promise<QueueMoment> {
    const through = this.days.finalThrough();
    return { today: this.clock.today(), through, marketDay: await this.days.latestComplete(through) };
  }
}

function toQueue<Session>(sessions: Session[], { today }: QueueMoment): FillQueue<Session> {
  return { sessions, total: sessions.length, todayYmd: today };
}
