import { FlagField, OptionalBody } from '../http';

const DRY_RUN =
  'Ask the models and answer with what would change, without writing; their answers are kept for 30 minutes';

@OptionalBody()
export class DailyFillBody {
  @FlagField({ default: false, description: 'Skip every day that has a record, the newest one too' })
  only_missing!: boolean;

  @FlagField({ default: false, description: DRY_RUN })
  dry_run!: boolean;
}

@OptionalBody()
export class WeeklyFillBody {
  @FlagField({ default: false, description: 'Skip every week that has a record, the newest one too' })
  only_missing!: boolean;

  @FlagField({ default: false, description: DRY_RUN })
  dry_run!: boolean;
}
