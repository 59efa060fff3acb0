import { MARKET_SOURCES, type MarketSource } from '#lib/config';
import { EnumField, FlagField, TextField } from '../http';

export class MarketSourceBody {
  @EnumField(MARKET_SOURCES, { description: 'Where market data come from' })
  source!: MarketSource;

  @TextField({
    optional: true,
    min: 8,
    max: 200,
    secret: true,
    description: 'The token of an account at Tushare Pro, stored encrypted and never shown; left out: the stored one',
  })
  tushare_token?: string;

  @FlagField({ default: false, description: 'Remove the demo market, with what was made from it, once real rows come' })
  replace_demo!: boolean;
}
