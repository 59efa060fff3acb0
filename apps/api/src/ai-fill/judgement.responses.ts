import {
  type Horizon,
  HORIZONS,
  JUDGEMENT_KINDS,
  JUDGEMENT_PERIODS,
  type JudgementKind,
  type JudgementScore,
  type RecordOfGroup,
  type RecordOfHorizon,
  SCORE_STATES,
  type SessionJudgement,
} from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import { ApiCount, ApiDay, ApiEnum, ApiFlag, ApiId, ApiNumber, ApiObject, ApiText, ApiWarnings } from '../http';

export class JudgementScoreResponse implements JudgementScore {
  @ApiEnum(HORIZONS, { description: 'Open days after the entry day' }) horizon!: Horizon;
  @ApiEnum(SCORE_STATES) state!: 'scored' | 'unfillable';
  @ApiDay({ nullable: true }) exitDate!: CalendarDay | null;
  @ApiNumber({ nullable: true }) returnPct!: number | null;
  @ApiNumber({ nullable: true, description: 'Return less the median of the market, percentage points' })
  excessPct!: number | null;
  @ApiFlag({ nullable: true }) right!: boolean | null;
  @ApiFlag({ description: 'Counts in hit rates; what is held at the same time does not' })
  counted!: boolean;
}

export class SessionJudgementResponse implements SessionJudgement {
  @ApiText({ example: 'rules' }) model!: string;
  @ApiText({ example: 'rules-v2', description: 'Of the prompt or the rules; of a screen its options' })
  version!: string;
  @ApiEnum(JUDGEMENT_KINDS) kind!: JudgementKind;
  @ApiEnum(JUDGEMENT_PERIODS) period!: 'day' | 'week' | 'scan';
  @ApiDay() periodEnd!: CalendarDay;
  @ApiText({ example: 'accumulation' }) value!: string;
  @ApiDay() dataThrough!: CalendarDay;
  @ApiFlag({ description: 'Made when the future was known: never scored' }) hindsight!: boolean;
  @ApiFlag({ description: 'Made on a set clock' }) replay!: boolean;
  @ApiId({ nullable: true }) aiRunId!: number | null;
  @ApiObject([JudgementScoreResponse]) scores!: JudgementScoreResponse[];
}

export class HorizonRecordResponse implements RecordOfHorizon {
  @ApiEnum(HORIZONS, { description: 'Open days after the entry day' }) horizon!: Horizon;
  @ApiCount({ description: 'Judgements that count: of a code none that is held at the same time' }) n!: number;
  @ApiNumber({ description: 'What they are worth, as judgements of neighbouring days move together' }) nEff!: number;
  @ApiCount() hits!: number;
  @ApiNumber({ nullable: true }) hitRatePct!: number | null;
  @ApiNumber({ nullable: true, description: '95 % interval' }) lowPct!: number | null;
  @ApiNumber({ nullable: true }) highPct!: number | null;
  @ApiNumber({ nullable: true, description: 'What the same judgement of every stock would have scored on these days' })
  baseRatePct!: number | null;
  @ApiNumber({
    nullable: true,
    description: 'Mean of direction times excess over the median; null for those that are flat',
  })
  meanExcessPct!: number | null;
  @ApiNumber({ nullable: true, description: 'The same over the median of stocks of about the same market cap' })
  meanCapExcessPct!: number | null;
  @ApiCount() months!: number;
  @ApiFlag({ description: 'Under 12 months or n_eff under 30: too little for a conclusion' }) insufficient!: boolean;
  @ApiCount({ description: 'Samples not bought on the first open day: later, or never' }) unfillable!: number;
}

export class ModelRecordResponse implements RecordOfGroup {
  @ApiText({ example: 'rules' }) model!: string;
  @ApiText({ example: 'rules-v2', description: 'Of the prompt or the rules; of a screen its options' })
  version!: string;
  @ApiEnum(JUDGEMENT_KINDS) kind!: JudgementKind;
  @ApiText({ nullable: true, example: 'SPRING', description: 'The value of the judgement; null with `by=model`' })
  value!: string | null;
  @ApiFlag() replay!: boolean;
  @ApiDay({ description: 'Day of the first judgement with a score' }) since!: CalendarDay;
  @ApiDay({ description: 'Day of the last one' }) through!: CalendarDay;
  @ApiObject([HorizonRecordResponse]) horizons!: HorizonRecordResponse[];
}

export class TrackRecordResponse {
  @ApiObject([ModelRecordResponse], { description: 'One a group' }) models!: ModelRecordResponse[];
  @ApiWarnings() warnings!: string[];
}
