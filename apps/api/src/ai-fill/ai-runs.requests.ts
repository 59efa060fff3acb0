import { EnumField, IntField, LimitField, OffsetField, TextField } from '../http';

const KINDS = ['daily', 'weekly', 'fundamental'] as const;

export class AiRunPageQuery {
  @IntField({ optional: true, min: 1, description: 'Runs of this session only' })
  session_id?: number;

  @EnumField(KINDS, { optional: true })
  kind?: (typeof KINDS)[number];

  @TextField({ optional: true, min: 1, max: 100, description: 'Runs of this model only' })
  model?: string;

  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
