import { SESSION_SORTS, type SessionSort } from '#lib/tracking';
import { EnumField, LimitField, OffsetField, TextField } from '../http';

const SORTS = Object.keys(SESSION_SORTS) as SessionSort[];

export class SessionListQuery {
  @EnumField(['all', 'open', 'closed'], { default: 'all' })
  status!: 'all' | 'open' | 'closed';

  @TextField({ max: 100, optional: true, description: 'Digits: the beginning of the code; else a part of the name' })
  code?: string;

  @EnumField(SORTS, { default: 'priority', fallback: 'priority' })
  sort!: SessionSort;

  @EnumField(['asc', 'desc'], { default: 'desc', fallback: 'desc' })
  order!: 'asc' | 'desc';

  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
