import { type Direction, DIRECTIONS, EVENT_HORIZON, type EventRate, RATE_SOURCES } from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import { CYCLE_EVENT_NAMES, type CycleEvent } from '#lib/tracking';
import { ApiCount, ApiDay, ApiEnum, ApiFlag, ApiNumber, ApiObject, ApiText } from '../http';

export class EventRateResponse implements EventRate {
  @ApiEnum(CYCLE_EVENT_NAMES) event!: CycleEvent;
  @ApiText({ example: 'rules-v2', description: 'Of the rules that saw it' }) version!: string;
  @ApiEnum(DIRECTIONS, { nullable: true, description: "Which way the event's side goes; null: either" })
  direction!: Direction | null;
  @ApiCount({ description: 'Samples that count' }) n!: number;
  @ApiNumber({
    nullable: true,
    description: 'What they are worth, as those of neighbouring days move together; null of the study',
  })
  nEff!: number | null;
  @ApiNumber({
    nullable: true,
    description: `Percent of the samples that went that way against the market's middle, ${EVENT_HORIZON} open days after the entry day; above it where the direction is null`,
  })
  share!: number | null;
  @ApiNumber({ nullable: true, description: '95 % interval' }) low!: number | null;
  @ApiNumber({ nullable: true }) high!: number | null;
  @ApiNumber({ nullable: true, description: 'What the same judgement of every stock would have scored' })
  base!: number | null;
  @ApiDay({ nullable: true, description: 'Null of the study' }) since!: CalendarDay | null;
  @ApiDay({ nullable: true }) through!: CalendarDay | null;
  @ApiEnum(RATE_SOURCES, { description: "`own`: of this server's track record; `study`: of `measuredOn`" })
  source!: EventRate['source'];
  @ApiFlag({ description: 'Under 12 months or n_eff under 30: too little for a conclusion' }) insufficient!: boolean;
}

export class EventRatesResponse {
  @ApiObject([EventRateResponse]) rates!: EventRateResponse[];
  @ApiText({ description: 'The data of the study, in Chinese' }) measuredOn!: string;
}
