import type { CalendarDay } from '#lib/kernel';
import { IMPORT_MODES, type ImportMode, LARGEST_COST, LARGEST_QUANTITY } from '#lib/portfolio';
import { DayField, EnumField, FlagField, NumberField } from '../http';

export class PositionRequest {
  @NumberField({ min: 0, aboveMin: true, max: LARGEST_QUANTITY, description: 'Shares held', example: 500 })
  quantity!: number;

  @NumberField({
    min: -LARGEST_COST,
    aboveMin: true,
    max: LARGEST_COST,
    optional: true,
    nullable: true,
    description: 'Average cost in yuan a share',
    example: 1688.5,
  })
  avg_cost?: number | null;

  @DayField({ optional: true, nullable: true, description: 'Day of the first purchase, not after today' })
  opened_at?: CalendarDay | null;
}

export class ImportPositionsQuery {
  @FlagField({ default: false, description: 'true: report what would happen and store nothing' })
  dry_run!: boolean;

  @EnumField(IMPORT_MODES, {
    default: 'merge',
    description: 'replace: the file is the whole account, so positions that are not in it were sold and are removed',
  })
  mode!: ImportMode;
}
