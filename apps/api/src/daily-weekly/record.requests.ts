import type { CalendarDay } from '#lib/kernel';
import {
  ALIGN_FLAGS,
  type AlignFlag,
  CYCLE_EVENT_NAMES,
  type CycleEvent,
  type Judgement,
  MAX_EVENTS,
  MAX_SUB_TAGS,
  PRIMARY_PHASES,
  type PrimaryPhase,
  SUB_TAGS,
  type SubTag,
  SUPPLY_DEMAND,
  type SupplyDemand,
} from '#lib/tracking';
import { DayField, EnumField, IntField, TextField } from '../http';
import { WordListField } from '../http/fields/word-list-field';

const optional = { optional: true, nullable: true } as const;

/** What a record says; on PATCH a missing field stays, null clears. */
export class JudgementBody {
  @EnumField(SUPPLY_DEMAND, optional)
  supply_demand?: SupplyDemand | null;

  @EnumField(ALIGN_FLAGS, { ...optional, description: "Does the record agree with the session's primary phase?" })
  align_flag?: AlignFlag | null;

  @EnumField(PRIMARY_PHASES, optional)
  primary_phase_hint?: PrimaryPhase | null;

  @WordListField(SUB_TAGS, { ...optional, max: MAX_SUB_TAGS, example: ['ground_volume'] })
  cycle_sub_tags?: SubTag[] | null;

  @WordListField(CYCLE_EVENT_NAMES, { ...optional, max: MAX_EVENTS, example: ['SC', 'AR'] })
  cycle_events?: CycleEvent[] | null;

  @TextField({ ...optional, blankIsNull: true, max: 20_000, multiline: true })
  evidence_note?: string | null;
}

export class CreateDailyBody extends JudgementBody {
  @DayField({ description: 'An open trading day, from the entry date to today' })
  trade_date!: CalendarDay;
}

export class CreateWeeklyBody extends JudgementBody {
  @DayField({ description: 'The last open trading day of its week, from the entry date to the running week' })
  week_end_date!: CalendarDay;
}

export class RevertBody {
  @IntField({ min: 1, max: 2_147_483_647, description: 'One of the last 20 versions of the record', example: 1 })
  version!: number;
}

/** The fields that were sent; null clears a list to an empty one. */
export function toJudgement(body: JudgementBody): Partial<Judgement> {
  const { cycle_sub_tags: tags, cycle_events: events } = body;
  return {
    ...(body.supply_demand === undefined ? {} : { supplyDemand: body.supply_demand }),
    ...(body.align_flag === undefined ? {} : { alignFlag: body.align_flag }),
    ...(body.primary_phase_hint === undefined ? {} : { primaryPhaseHint: body.primary_phase_hint }),
    ...(tags === undefined ? {} : { cycleSubTags: tags ?? [] }),
    ...(events === undefined ? {} : { cycleEvents: events ?? [] }),
    ...(body.evidence_note === undefined ? {} : { evidenceNote: body.evidence_note }),
  };
}
