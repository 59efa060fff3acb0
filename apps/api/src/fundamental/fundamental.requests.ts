import { EnumField, IdField, LimitField, OffsetField } from '../http';

export class AiScoreBody {
  @EnumField(['cycle_session'], { description: 'What the id names' })
  target!: 'cycle_session';

  @IdField({ description: 'Session id, as digits or a number', example: '17' })
  id!: number;
}

export class FundamentalScorePageQuery {
  @LimitField({ default: 20, max: 100 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
