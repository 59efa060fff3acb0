import { ApiProperty } from '@nestjs/swagger';
import { JUDGEMENT_KINDS, type JudgementKind } from '#lib/ai';
import { AnswerFaultResponse } from './ai-runs.responses';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const text = { type: 'string' } as const;
const nullable = { nullable: true } as const;
const percent = { type: 'number', nullable: true } as const;
const outlook = { ...text, ...nullable, enum: ['上涨', '下跌', '震荡'] } as const;
const horizon = { type: 'integer', description: 'Open days after the entry day' } as const;
const state = { ...text, enum: ['scored', 'unfillable'] } as const;

class SaidResponse {
  @ApiProperty({ ...text, ...nullable }) supplyDemand!: string | null;
  @ApiProperty({ ...text, ...nullable }) alignFlag!: string | null;
  @ApiProperty({ ...text, ...nullable, example: 'accumulation' }) primaryPhaseHint!: string | null;
  @ApiProperty({ type: 'array', items: text }) cycleSubTags!: string[];
  @ApiProperty({ type: 'array', items: text, example: ['SPRING'] }) cycleEvents!: string[];
  @ApiProperty({ ...text, ...nullable }) evidenceNote!: string | null;
}

class AnswerScoreResponse {
  @ApiProperty({ ...text, enum: JUDGEMENT_KINDS }) kind!: JudgementKind;
  @ApiProperty({ ...text, example: 'accumulation' }) value!: string;
  @ApiProperty(horizon) horizon!: number;
  @ApiProperty(state) state!: string;
  @ApiProperty({ ...day, ...nullable }) entryDate!: string | null;
  @ApiProperty({ ...day, ...nullable }) exitDate!: string | null;
  @ApiProperty(percent) returnPct!: number | null;
  @ApiProperty(percent) excessPct!: number | null;
  @ApiProperty({ type: 'boolean', ...nullable }) right!: boolean | null;
  @ApiProperty({ type: 'boolean', description: 'Stands for its block of days in hit rates' }) counted!: boolean;
}

class AnswerOfModelResponse {
  @ApiProperty({ ...text, example: 'rules' }) model!: string;
  @ApiProperty({ ...text, ...nullable, description: 'Of the prompt or the rules' }) version!: string | null;
  @ApiProperty({ type: 'integer' }) aiRunId!: number;
  @ApiProperty({ ...day, description: 'The last bar that it saw' }) dataThrough!: string;
  @ApiProperty({ type: 'boolean', description: 'It knew bars after the day' }) hindsight!: boolean;
  @ApiProperty({ type: 'boolean' }) replay!: boolean;
  @ApiProperty({ ...text, enum: ['running', 'answered', 'unusable', 'failed'] }) outcome!: string;
  @ApiProperty({ ...text, ...nullable, example: 'timeout' }) fault!: string | null;
  @ApiProperty({ type: SaidResponse, ...nullable, description: 'Null where it gave none of this day' })
  judgement!: SaidResponse | null;
  @ApiProperty(outlook) outlook!: string | null;
  @ApiProperty({ type: [AnswerFaultResponse], description: 'What was dropped of its answer' })
  errors!: AnswerFaultResponse[];
  @ApiProperty({ type: [AnswerScoreResponse], description: 'Of what it said of the direction' })
  scores!: AnswerScoreResponse[];
}

class OutcomeAfterResponse {
  @ApiProperty(horizon) horizon!: number;
  @ApiProperty({ ...day, ...nullable }) entryDate!: string | null;
  @ApiProperty({ ...day, ...nullable }) exitDate!: string | null;
  @ApiProperty(percent) returnPct!: number | null;
  @ApiProperty({ ...percent, description: 'Return less the median of the market, percentage points' })
  excessPct!: number | null;
}

export class AnswersOfDayResponse {
  @ApiProperty({ ...text, example: '600519' }) code!: string;
  @ApiProperty({ ...text, enum: ['daily', 'weekly'] }) kind!: string;
  @ApiProperty(day) date!: string;
  @ApiProperty({ type: [AnswerOfModelResponse], description: 'In the order in which they count' })
  models!: AnswerOfModelResponse[];
  @ApiProperty({ type: SaidResponse, ...nullable, description: 'What their answers come to together' })
  merged!: SaidResponse | null;
  @ApiProperty({ ...outlook, description: 'Of the week; null without a majority' }) consensus!: string | null;
  @ApiProperty({
    type: [OutcomeAfterResponse],
    description: 'What the price did, over horizons that have ended; nulls: it could not be bought',
  })
  after!: OutcomeAfterResponse[];
}
