import { IntField } from '../http';

const MOST_DAYS = 750;

export class MarketChangesQuery {
  @IntField({ min: 1, max: MOST_DAYS, default: 250, description: 'Newest days' })
  count!: number;
}
