import type { CalendarDay } from '#lib/kernel';
import { readFilters } from '#lib/screens';
import {
  LONGEST_HORIZON,
  MOST_HORIZONS,
  type Overlap,
  OVERLAPS,
  readCosts,
  STUDY_STATUSES,
  type StudyAsked,
  type StudyStatus,
} from '#lib/studies';
import { DayField, EnumField, IntField, IntListField, LimitField, ObjectField, OffsetField, TextField } from '../http';
import { FormatField, type ListFormat } from '../http/list-format';

const LONGEST_ID = 64;

export class StartStudyBody {
  @TextField({
    min: 1,
    max: LONGEST_ID,
    description: 'The id of a screen; own_7 is one of a user',
    example: 'vol_breakout',
  })
  screen!: string;

  @IntField({ optional: true, min: 1, description: 'Of the screen; left out, the newest' })
  version?: number;

  @ObjectField({
    ...{ optional: true, example: {} },
    description: 'As `params` of the screen says; the others have their defaults',
  })
  params?: Record<string, unknown>;

  @ObjectField({
    optional: true,
    description:
      'Some of exclude_st, exclude_locked, min_list_days, min_amount20, boards, circ_mkt_min_yi, circ_mkt_max_yi; the others are as the screen has them',
    example: { exclude_st: true },
  })
  filters?: Record<string, unknown>;

  @DayField({ description: 'First day on which the screen is asked', example: '2022-01-01' })
  from!: CalendarDay;

  @DayField({ description: 'Last day; at most 1,500 open days after the first', example: '2024-12-31' })
  to!: CalendarDay;

  @IntListField({
    ...{ optional: true, min: 1, max: LONGEST_HORIZON, most: MOST_HORIZONS },
    description: 'Open days from the entry to the exit; left out, 1, 5, 10, 20, 60',
  })
  horizons?: number[];

  @ObjectField({
    optional: true,
    description:
      'Some of commission_bp (2.5), min_commission (5 yuan), stamp ("by_date" or basis points of a sale), slippage_bp (5), notional (20,000 yuan a purchase)',
    example: { commission_bp: 2.5, stamp: 'by_date' },
  })
  costs?: Record<string, unknown>;

  @EnumField(OVERLAPS, {
    optional: true,
    description: 'first: no case of a stock while another one of it is held (the default); all: every hit',
  })
  overlap?: Overlap;
}

export function toStudyAsked({ filters, costs, ...body }: StartStudyBody): StudyAsked {
  return { ...body, filters: readFilters(filters ?? {}), costs: readCosts(costs ?? {}) };
}

export class StudyPageQuery {
  @TextField({ optional: true, min: 1, max: LONGEST_ID, description: 'Of this screen alone' })
  screen?: string;

  @EnumField(STUDY_STATUSES, { optional: true, description: 'In this state alone' })
  status?: StudyStatus;

  @LimitField({ default: 20, max: 100 })
  limit!: number;

  @OffsetField()
  offset!: number;
}

export class StudyCasesQuery {
  @FormatField()
  format?: ListFormat;

  @LimitField({ default: 100, max: 1000 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
