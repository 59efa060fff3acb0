import { JUDGEMENT_KINDS, type JudgementKind, RECORD_GROUPS, type RecordGroup } from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import { DayField, EnumField, TextField } from '../http';

export class TrackRecordQueryFields {
  @EnumField(RECORD_GROUPS, {
    optional: true,
    description:
      'Hit rates a model and kind (the default), a value, or an event; a version is a group of its own always',
  })
  by?: RecordGroup;

  @TextField({ optional: true, min: 1, max: 100, description: 'One model; left out: all', example: 'rules' })
  model?: string;

  @EnumField(JUDGEMENT_KINDS, { optional: true, description: 'One kind of judgement' })
  kind?: JudgementKind;

  @DayField({ optional: true, description: 'First day that judgements were made on' })
  from?: CalendarDay;

  @DayField({ optional: true, description: 'Last day that judgements were made on' })
  to?: CalendarDay;
}
