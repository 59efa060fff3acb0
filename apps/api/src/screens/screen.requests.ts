import type { CalendarDay } from '#lib/kernel';
import { CodeField, CodesField, DayField, IntField, LimitField, ObjectField, OffsetField, TextField } from '../http';

const LONGEST_NAME = 40;
const LONGEST_DESCRIPTION = 500;
/** In bytes; the check of the formula counts them. */
const LONGEST_FORMULA = 4096;
const FILTERS =
  'Some of exclude_st, exclude_locked, min_list_days, min_amount20, boards, circ_mkt_min_yi, circ_mkt_max_yi; the others are as the screen has them';

const PARAMS = 'As `params` of the screen says; the others have their defaults';
const EXAMPLE_FORMULA = 'M20: MA(C, 20);\nC > M20 AND V > 2 * MA(V, 5);';
const EXAMPLE_FILTERS = { exclude_st: true, boards: ['main', 'chinext'] };

export class ScreenVersionQuery {
  @IntField({ optional: true, min: 1, description: 'Of a screen that a user wrote; left out, the newest' })
  version?: number;
}

export class ScreenDaysQuery {
  @CodeField()
  code!: string;

  @DayField({ description: 'First day' })
  from!: CalendarDay;

  @DayField({ description: 'Last day; at most 1,250 open days after the first' })
  to!: CalendarDay;
}

export class RunScreenBody {
  @DayField({ optional: true, description: 'Left out, the newest complete day' })
  as_of?: CalendarDay;

  @ObjectField({ optional: true, description: PARAMS, example: {} })
  params?: Record<string, unknown>;

  @ObjectField({ optional: true, description: FILTERS, example: EXAMPLE_FILTERS })
  filters?: Record<string, unknown>;

  @LimitField({ default: 50, max: 500 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

export class OpenScreenSessionsBody {
  @DayField({ optional: true, description: 'Left out, the newest complete day' })
  as_of?: CalendarDay;

  @ObjectField({ optional: true, description: PARAMS, example: {} })
  params?: Record<string, unknown>;

  @ObjectField({ optional: true, description: FILTERS, example: EXAMPLE_FILTERS })
  filters?: Record<string, unknown>;

  @CodesField({ optional: true, max: 500, description: 'Some of the hits; left out, all of them' })
  codes?: string[];
}

export class CreateScreenBody {
  @TextField({ min: 1, max: LONGEST_NAME, description: 'No other screen has it', example: '站上均线' })
  name!: string;

  @TextField({
    min: 1,
    max: LONGEST_FORMULA,
    multiline: true,
    description: 'In TongDaXin’s language; the last statement is the condition',
    example: EXAMPLE_FORMULA,
  })
  formula!: string;

  @ObjectField({ optional: true, description: FILTERS, example: EXAMPLE_FILTERS })
  filters?: Record<string, unknown>;

  @TextField({ optional: true, nullable: true, max: LONGEST_DESCRIPTION })
  description?: string | null;
}

export class ChangeScreenBody {
  @TextField({ optional: true, min: 1, max: LONGEST_NAME })
  name?: string;

  @TextField({
    optional: true,
    min: 1,
    max: LONGEST_FORMULA,
    multiline: true,
    description: 'Another one makes a new version',
  })
  formula?: string;

  @ObjectField({ optional: true, description: `In place of those that it has. ${FILTERS}`, example: EXAMPLE_FILTERS })
  filters?: Record<string, unknown>;

  @TextField({ optional: true, nullable: true, max: LONGEST_DESCRIPTION })
  description?: string | null;
}

export class CheckFormulaBody {
  @TextField({ max: LONGEST_FORMULA, multiline: true, untrimmed: true, example: EXAMPLE_FORMULA })
  formula!: string;

  @ObjectField({ optional: true, description: FILTERS, example: EXAMPLE_FILTERS })
  filters?: Record<string, unknown>;
}
