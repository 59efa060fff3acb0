import { ApiProperty } from '@nestjs/swagger';
import { HORIZONS, JUDGEMENT_KINDS, type JudgementKind } from '#lib/ai';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const percent = { type: 'number', nullable: true } as const;

export class JudgementScoreReply {
  @ApiProperty({ type: 'integer', enum: HORIZONS, description: 'Trading days' }) horizon!: number;
  @ApiProperty({ type: 'string', enum: ['scored', 'unfillable'] }) state!: 'scored' | 'unfillable';
  @ApiProperty({ ...day, nullable: true }) exitDate!: string | null;
  @ApiProperty(percent) returnPct!: number | null;
  @ApiProperty({ ...percent, description: 'Return less the median of the market, percentage points' })
  excessPct!: number | null;
  @ApiProperty({ type: 'boolean', nullable: true }) right!: boolean | null;
}

export class SessionJudgementReply {
  @ApiProperty({ type: 'string', example: 'rules' }) model!: string;
  @ApiProperty({ type: 'string', enum: JUDGEMENT_KINDS }) kind!: JudgementKind;
  @ApiProperty({ type: 'string', enum: ['day', 'week', 'scan'] }) period!: 'day' | 'week' | 'scan';
  @ApiProperty(day) periodEnd!: string;
  @ApiProperty({ type: 'string', example: 'accumulation' }) value!: string;
  @ApiProperty(day) dataThrough!: string;
  @ApiProperty({ type: 'boolean', description: 'Made when the future was known: never scored' }) hindsight!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Made on a set clock' }) replay!: boolean;
  @ApiProperty({ type: 'integer', nullable: true }) aiRunId!: number | null;
  @ApiProperty({ type: [JudgementScoreReply] }) scores!: JudgementScoreReply[];
}

export class HorizonRecordReply {
  @ApiProperty({ type: 'integer', enum: HORIZONS, description: 'Trading days' }) horizon!: number;
  @ApiProperty({ ...count, description: 'Judgements that count: one a code and block of that many days' }) n!: number;
  @ApiProperty({ type: 'number', description: 'What they are worth, as judgements of a month share its weather' })
  nEff!: number;
  @ApiProperty(count) hits!: number;
  @ApiProperty(percent) hitRatePct!: number | null;
  @ApiProperty({ ...percent, description: '95 % interval' }) lowPct!: number | null;
  @ApiProperty(percent) highPct!: number | null;
  @ApiProperty({ ...percent, description: 'What the same judgement of every stock would have scored on these days' })
  baseRatePct!: number | null;
  @ApiProperty(percent) meanExcessPct!: number | null;
  @ApiProperty(count) months!: number;
  @ApiProperty({ type: 'boolean', description: 'Under 12 months or n_eff under 30: too little to say anything' })
  insufficient!: boolean;
  @ApiProperty({ ...count, description: 'Could not be bought at the first open' }) unfillable!: number;
}

export class ModelRecordReply {
  @ApiProperty({ type: 'string', example: 'rules' }) model!: string;
  @ApiProperty({ type: 'string', enum: JUDGEMENT_KINDS }) kind!: JudgementKind;
  @ApiProperty({ type: 'boolean' }) replay!: boolean;
  @ApiProperty({ type: [HorizonRecordReply] }) horizons!: HorizonRecordReply[];
}

export class TrackRecordReply {
  @ApiProperty({ type: [ModelRecordReply] }) models!: ModelRecordReply[];
  @ApiProperty({ type: 'array', items: { type: 'string' } }) warnings!: string[];
}
