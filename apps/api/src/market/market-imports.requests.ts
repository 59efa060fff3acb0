import { MARKET_FORMATS, type MarketFormat } from '#lib/market-data';
import { EnumField, FlagField, LimitField, OffsetField } from '../http';

export class ImportMarketQuery {
  @EnumField(MARKET_FORMATS, { description: 'What the file, or each file of the archive, is' })
  format!: MarketFormat;

  @FlagField({
    default: false,
    description: 'Remove the demo market, with the sessions made from it, where the database holds it',
  })
  replace_demo!: boolean;
}

export class MarketImportsQuery {
  @LimitField({ default: 50, max: 200 })
  limit!: number;

  @OffsetField()
  offset!: number;
}
