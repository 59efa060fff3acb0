import { LimitField, NumberField } from '../http';

export class RisersQuery {
  @NumberField({ min: 1, max: 30, default: 8, description: 'Percent, from the ex-right previous close' })
  min_pct!: number;

  @LimitField({ default: 200, max: 500 })
  limit!: number;
}
