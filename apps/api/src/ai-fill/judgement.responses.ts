import { ApiProperty } from '@nestjs/swagger';
import { HORIZONS, JUDGEMENT_KINDS, type JudgementKind } from '#lib/ai';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const version = {
  type: 'string',
  example: 'rules-v2',
  description: 'Of the prompt or the rules that judged; of a screen its options',
} as const;
const percent = { type: 'number', nullable: true } as const;

export class JudgementScoreResponse {
  @ApiProperty({ type: 'integer', enum: HORIZONS, description: 'Open days after the entry day' }) horizon!: number;
  @ApiProperty({ type: 'string', enum: ['scored', 'unfillable'] }) state!: 'scored' | 'unfillable';
  @ApiProperty({ ...day, nullable: true }) exitDate!: string | null;
  @ApiProperty(percent) returnPct!: number | null;
  @ApiProperty({ ...percent, description: 'Return less the median of the market, percentage points' })
  excessPct!: number | null;
  @ApiProperty({ type: 'boolean', nullable: true }) right!: boolean | null;
  @ApiProperty({
    type: 'boolean',
    description: 'Stands for its block of days in hit rates; what overlaps with it does not',
  })
  counted!: boolean;
}

export class SessionJudgementResponse {
  @ApiProperty({ type: 'string', example: 'rules' }) model!: string;
  @ApiProperty(version) version!: string;
  @ApiProperty({ type: 'string', enum: JUDGEMENT_KINDS }) kind!: JudgementKind;
  @ApiProperty({ type: 'string', enum: ['day', 'week', 'scan'] }) period!: 'day' | 'week' | 'scan';
  @ApiProperty(day) periodEnd!: string;
  @ApiProperty({ type: 'string', example: 'accumulation' }) value!: string;
  @ApiProperty(day) dataThrough!: string;
  @ApiProperty({ type: 'boolean', description: 'Made when the future was known: never scored' }) hindsight!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Made on a set clock' }) replay!: boolean;
  @ApiProperty({ type: 'integer', nullable: true }) aiRunId!: number | null;
  @ApiProperty({ type: [JudgementScoreResponse] }) scores!: JudgementScoreResponse[];
}

export class HorizonRecordResponse {
  @ApiProperty({ type: 'integer', enum: HORIZONS, description: 'Open days after the entry day' }) horizon!: number;
  @ApiProperty({ ...count, description: 'Judgements that count: one a code and block of that many days' }) n!: number;
  @ApiProperty({ type: 'number', description: 'What they are worth, as judgements of a month share its weather' })
  nEff!: number;
  @ApiProperty(count) hits!: number;
  @ApiProperty(percent) hitRatePct!: number | null;
  @ApiProperty({ ...percent, description: '95 % interval' }) lowPct!: number | null;
  @ApiProperty(percent) highPct!: number | null;
  @ApiProperty({ ...percent, description: 'What the same judgement of every stock would have scored on these days' })
  baseRatePct!: number | null;
  @ApiProperty({
    ...percent,
    description: 'Mean of direction times excess over the median; null for those that say flat',
  })
  meanExcessPct!: number | null;
  @ApiProperty({ ...percent, description: 'The same over the median of stocks of about the same market cap' })
  meanCapExcessPct!: number | null;
  @ApiProperty(count) months!: number;
  @ApiProperty({ type: 'boolean', description: 'Under 12 months or n_eff under 30: too little to say anything' })
  insufficient!: boolean;
  @ApiProperty({ ...count, description: 'Samples not bought on the first open day: later, or never' })
  unfillable!: number;
}

export class ModelRecordResponse {
  @ApiProperty({ type: 'string', example: 'rules' }) model!: string;
  @ApiProperty(version) version!: string;
  @ApiProperty({ type: 'string', enum: JUDGEMENT_KINDS }) kind!: JudgementKind;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'SPRING',
    description: 'What was said; null with `by=model`',
  })
  value!: string | null;
  @ApiProperty({ type: 'boolean' }) replay!: boolean;
  @ApiProperty({ ...day, description: 'Day of the first judgement with a score' }) since!: string;
  @ApiProperty({ ...day, description: 'Day of the last one' }) through!: string;
  @ApiProperty({ type: [HorizonRecordResponse] }) horizons!: HorizonRecordResponse[];
}

export class TrackRecordResponse {
  @ApiProperty({ type: [ModelRecordResponse], description: 'One a group' }) models!: ModelRecordResponse[];
  @ApiProperty({ type: 'array', items: { type: 'string' } }) warnings!: string[];
}
