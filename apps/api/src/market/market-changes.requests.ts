import { MOST_MARKET_LEVELS } from '#lib/ai';
import { IntField } from '../http';

export class MarketChangesQuery {
  @IntField({ min: 1, max: MOST_MARKET_LEVELS, default: 250, description: 'Newest days' })
  count!: number;
}
