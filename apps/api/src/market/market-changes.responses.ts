import type { MarketLevels } from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import { ApiDay, ApiNumber } from '../http';

export class MarketChangesResponse implements MarketLevels {
  @ApiDay({ isArray: true, description: 'Oldest first; changes and levels are in the same order' })
  days!: CalendarDay[];
  @ApiNumber({
    isArray: true,
    description: 'Percent: the median over all stocks of the close against the previous close, ex-right',
  })
  medianChangesPct!: number[];
  @ApiNumber({
    isArray: true,
    description:
      '100 × Π (1 + median change / 100) of the days up to this one. A stock’s adjusted close over the level of its day is its strength compared with the market',
  })
  levels!: number[];
}
