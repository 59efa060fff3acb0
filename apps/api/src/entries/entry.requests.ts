import { DEFAULT_LOOKBACK_DAYS, MAX_LOOKBACK_DAYS, MIN_LOOKBACK_DAYS } from '#lib/tracking';
import { CodeField, FlagField, IntField, OptionalBody } from '../http';

const LookbackField = (): PropertyDecorator =>
  IntField({
    min: MIN_LOOKBACK_DAYS,
    max: MAX_LOOKBACK_DAYS,
    default: DEFAULT_LOOKBACK_DAYS,
    description: 'Open days up to the latest market data',
  });

export class SuggestEntryQuery {
  @CodeField()
  code!: string;

  @LookbackField()
  lookback_trading_days!: number;
}

@OptionalBody()
export class ImportHoldingsBody {
  @LookbackField()
  lookback_trading_days!: number;

  @FlagField({ default: false, description: 'Proposes and writes nothing' })
  dry_run!: boolean;
}
