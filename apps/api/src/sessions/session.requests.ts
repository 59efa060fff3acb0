import type { CalendarDay } from '#lib/kernel';
import {
  AI_CONSENSUS,
  MAX_ENTRY_CLOSE_PRICE,
  MAX_FUNDAMENTAL_SCORE,
  MAX_NOTE_LENGTH,
  MAX_PRIORITY,
  MAX_SOURCE_LENGTH,
  MAX_STOCK_NAME_LENGTH,
  PRIMARY_PHASES,
  REVIEW_DUE,
  type ReviewDue,
  SESSION_SORTS,
  type SessionSort,
} from '#lib/tracking';
import {
  CodeField,
  DayField,
  EnumField,
  FlagField,
  IntField,
  LimitField,
  NumberField,
  OffsetField,
  TextField,
} from '../http';
import { FormatField, type ListFormat } from '../http/list-format';
import { PriorityDeltaField, TrueField } from './session-field-kinds';

const PHASE_FILTERS = ['all', ...PRIMARY_PHASES, 'nocategory', '_null'] as const;
const CONSENSUS_FILTERS = ['all', ...AI_CONSENSUS, 'unset', 'none'] as const;

const NameField = (): PropertyDecorator =>
  TextField({ max: MAX_STOCK_NAME_LENGTH, optional: true, nullable: true, blankIsNull: true });
const PhaseField = (description: string): PropertyDecorator =>
  EnumField(PRIMARY_PHASES, { optional: true, nullable: true, blankIsNull: true, description });
const SourceField = (): PropertyDecorator =>
  TextField({ max: MAX_SOURCE_LENGTH, optional: true, nullable: true, blankIsNull: true, example: '手工新建' });
const EntryClosePriceField = (): PropertyDecorator =>
  NumberField({
    min: 0,
    aboveMin: true,
    max: MAX_ENTRY_CLOSE_PRICE,
    numericText: true,
    optional: true,
    nullable: true,
    blankIsNull: true,
    description: 'Yuan; a number or the text of one. null or "" leaves it empty',
  });
const NoteField = (): PropertyDecorator =>
  TextField({ max: MAX_NOTE_LENGTH, multiline: true, optional: true, nullable: true });

export class CreateSessionBody {
  @CodeField()
  code!: string;

  @DayField()
  entry_date!: CalendarDay;

  @NameField()
  stock_name?: string | null;

  @PhaseField('Left out, null or "": transition')
  current_primary_phase?: (typeof PRIMARY_PHASES)[number] | null;

  @SourceField()
  source?: string | null;

  @EntryClosePriceField()
  entry_close_price?: number | null;
}

export class UpdateSessionBody {
  @NameField()
  stock_name?: string | null;

  @PhaseField('null or "" clears it')
  current_primary_phase?: (typeof PRIMARY_PHASES)[number] | null;

  @SourceField()
  source?: string | null;

  @EntryClosePriceField()
  entry_close_price?: number | null;

  @NoteField()
  summary_note?: string | null;

  @IntField({ min: 0, max: MAX_FUNDAMENTAL_SCORE, optional: true, nullable: true })
  fundamental_score?: number | null;

  @NoteField()
  fundamental_note?: string | null;

  @DayField({ optional: true, nullable: true, description: 'null clears it' })
  next_review_at?: CalendarDay | null;

  @PriorityDeltaField()
  priority_delta?: 1 | -1;

  @TrueField('true closes the session; false and null count as left out')
  close?: boolean | null;

  @TrueField('true reopens the session; false and null count as left out')
  reopen?: boolean | null;

  @TextField({
    max: MAX_NOTE_LENGTH,
    multiline: true,
    optional: true,
    nullable: true,
    blankIsNull: true,
    description: 'Only together with close',
  })
  end_reason?: string | null;
}

export class SessionPriorityBody {
  @IntField({ min: 0, max: MAX_PRIORITY, example: 60 })
  priority!: number;
}

export class SessionListQuery {
  @EnumField(['all', 'open', 'closed'], { default: 'all' })
  status!: 'all' | 'open' | 'closed';

  @TextField({
    max: 100,
    optional: true,
    description: 'Digits: the beginning of the code; else a part of the name, or the beginning of its pinyin initials',
  })
  code?: string;

  @EnumField(PHASE_FILTERS, { default: 'all', description: 'nocategory and _null: without a phase' })
  phase!: (typeof PHASE_FILTERS)[number];

  @EnumField(CONSENSUS_FILTERS, { default: 'all', description: 'unset and none: no consensus yet' })
  ai_consensus!: (typeof CONSENSUS_FILTERS)[number];

  @EnumField(['all', 'watchlist_only', 'position_only'], {
    default: 'all',
    description: "The caller's own codes alone; these two need a credential",
  })
  user_scope!: 'all' | 'watchlist_only' | 'position_only';

  @EnumField(REVIEW_DUE, {
    optional: true,
    description: 'By the review date, against the day in Shanghai. today, 1, due: unset or up to today',
  })
  review_due?: ReviewDue;

  @TextField({
    min: 1,
    max: 40,
    optional: true,
    description: 'Id of a screen: hits of it on the newest complete day alone; needs a credential',
  })
  screen?: string;

  @FlagField({ default: false, description: 'Deleted sessions too, with deletedAt; for administrators' })
  include_deleted!: boolean;

  @EnumField(SESSION_SORTS, {
    default: 'priority',
    fallback: 'priority',
    description:
      'What is null comes last in both orders, and ties newest first. change_pct, turnover_pct and volume_ratio are of the ' +
      "market's last day; cost_distance_pct and holding_profit are of the caller's positions; name is by pinyin; " +
      'invalidation_distance_pct ascending has first what is beyond its invalidation price, or next to it',
  })
  sort!: SessionSort;

  @EnumField(['asc', 'desc'], { default: 'desc', fallback: 'desc' })
  order!: 'asc' | 'desc';

  @FormatField()
  format?: ListFormat;

  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
