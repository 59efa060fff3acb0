import { ApiProperty } from '@nestjs/swagger';
import { EVENT_HORIZON, type EventRate } from '#lib/ai';
import { CYCLE_EVENT_NAMES } from '#lib/tracking';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const percent = { type: 'number', nullable: true } as const;

export class EventRateResponse {
  @ApiProperty({ type: 'string', enum: [...CYCLE_EVENT_NAMES] }) event!: EventRate['event'];
  @ApiProperty({ type: 'string', example: 'rules-v2', description: 'Of the rules that saw it' }) version!: string;
  @ApiProperty({
    type: 'string',
    enum: ['up', 'down', 'flat', null],
    nullable: true,
    description: "Which way the event's side goes; null: either",
  })
  direction!: EventRate['direction'];
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Samples that count' }) n!: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'What they are worth, as events of a month share its weather; null of the study',
  })
  nEff!: number | null;
  @ApiProperty({
    ...percent,
    description: `Percent of the samples that went that way against the market's middle, ${EVENT_HORIZON} open days after the entry day; above it where the direction is null`,
  })
  share!: number | null;
  @ApiProperty({ ...percent, description: '95 % interval' }) low!: number | null;
  @ApiProperty(percent) high!: number | null;
  @ApiProperty({ ...percent, description: 'What the same judgement of every stock would have scored' })
  base!: number | null;
  @ApiProperty({ ...day, nullable: true, description: 'Null of the study' }) since!: string | null;
  @ApiProperty({ ...day, nullable: true }) through!: string | null;
  @ApiProperty({
    type: 'string',
    enum: ['own', 'study'],
    description: "`own`: of this server's track record; `study`: of `measuredOn`",
  })
  source!: EventRate['source'];
  @ApiProperty({ type: 'boolean', description: 'Under 12 months or n_eff under 30: too little to say anything' })
  insufficient!: boolean;
}

export class EventRatesResponse {
  @ApiProperty({ type: [EventRateResponse] }) rates!: EventRateResponse[];
  @ApiProperty({ type: 'string', description: 'What the figures of the study were measured on, in Chinese' })
  measuredOn!: string;
}
