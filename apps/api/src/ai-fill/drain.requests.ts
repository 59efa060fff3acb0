import { DRAIN_KINDS, type DrainKind } from '#lib/ai';
import { EnumField, LimitField, OffsetField } from '../http';

export class StartDrainBody {
  @EnumField(DRAIN_KINDS, { description: 'Which queue to drain' })
  kind!: DrainKind;
}

export class DrainPageQuery {
  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
