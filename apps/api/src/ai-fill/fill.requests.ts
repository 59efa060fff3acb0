import { FlagField, OptionalBody } from '../http';

@OptionalBody()
export class DailyFillBody {
  @FlagField({ default: false, description: 'Skip every day that has a record, the newest one too' })
  only_missing!: boolean;
}

@OptionalBody()
export class WeeklyFillBody {
  @FlagField({ default: false, description: 'Skip every week that has a record, the newest one too' })
  only_missing!: boolean;
}
