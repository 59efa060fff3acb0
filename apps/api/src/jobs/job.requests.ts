import { JOB_STATES, type JobState } from '#lib/queue';
import { JOBS } from '#lib/schema';
import { EnumField, LimitField, OffsetField } from '../http';

export class JobPageQuery {
  @EnumField(JOB_STATES, { optional: true })
  state?: JobState;

  @EnumField(JOBS.map(({ name }) => name), { optional: true, description: 'Jobs of this kind only' })
  name?: string;

  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
