import type { PortfolioAsked } from '#lib/studies';
import { IntField, NumberField, ObjectField } from '../http';
import { readExit } from './read-exit';

export class PortfolioBody {
  @IntField({ min: 1, max: 100, description: 'Positions at most; each is given its share of the equity', example: 10 })
  positions!: number;

  @NumberField({ min: 10_000, max: 1_000_000_000, description: 'Yuan at the start', example: 200_000 })
  capital!: number;

  @ObjectField({
    description:
      'days: open days from the purchase to the sale, 1 to 250; and, if a close decides earlier, stop_pct, take_pct, trail_pct (above 0, a stop below 100)',
    example: { days: 20, stop_pct: 8 },
  })
  exit!: Record<string, unknown>;
}

export function toPortfolioAsked({ positions, capital, exit }: PortfolioBody): PortfolioAsked {
  return { positions, capital: Math.round(capital * 100) / 100, exit: readExit(exit) };
}
