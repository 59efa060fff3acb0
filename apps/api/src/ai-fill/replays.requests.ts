import { REPLAY_BOUNDS } from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import {
  CodeField,
  CodesField,
  DayField,
  EnumField,
  IdField,
  IdListField,
  IntField,
  LimitField,
  NamesField,
  OffsetField,
} from '../http';

const { stocks, openDays, every } = REPLAY_BOUNDS;
const KINDS = ['daily', 'weekly'] as const;
type Kind = (typeof KINDS)[number];

export class StartReplayBody {
  @NamesField({
    optional: true,
    max: 20,
    description: 'Of the configured models; left out: all',
    example: ['rules'],
  })
  models?: string[];

  @CodesField({ optional: true, max: stocks, description: 'The stocks; or give `sessions`' })
  codes?: string[];

  @IdListField({ optional: true, max: stocks, description: 'Sessions that name the stocks; or give `codes`' })
  sessions?: number[];

  @DayField({ description: `First day; the range holds at most ${openDays} open days` })
  from!: CalendarDay;

  @DayField({ description: 'Last day, a past one' })
  to!: CalendarDay;

  @EnumField(KINDS, { optional: true, description: 'Ask about days (the default), or about weeks' })
  kind?: Kind;

  @IntField({ optional: true, min: 1, max: every, description: 'Only every so many open days, or weeks; default 1' })
  every?: number;
}

export class ReplayPageQuery {
  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

export class ModelAnswersQuery {
  @IdField({ optional: true, description: 'A session, without replays; or give `replay_id` and `code`' })
  session_id?: number;

  @IdField({ optional: true, description: 'A replay' })
  replay_id?: number;

  @CodeField({ optional: true, description: "With `replay_id`: the stock's code" })
  code?: string;

  @EnumField(KINDS, { optional: true, description: 'With `session_id`: a day (the default), or a week' })
  kind?: Kind;

  @DayField({ description: "The day, or the week's end date" })
  date!: CalendarDay;
}
