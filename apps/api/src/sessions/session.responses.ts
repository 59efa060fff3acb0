import { SessionJudgementResponse } from '../ai-fill/judgement.responses';
import { ApiProperty } from '@nestjs/swagger';
import { BAR_SOURCES } from '#lib/market-data';
import { DailyRecordResponse, WeeklyRecordResponse } from '../daily-weekly/record.responses';
import { PaginationResponse } from '../http/pagination.response';

const text = { type: 'string', nullable: true } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const figure = { type: 'number', nullable: true } as const;
const warnings = { type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' } as const;
const day = { type: 'string', format: 'date' } as const;
const nullableDay = { ...day, nullable: true } as const;
const adjustment = {
  type: 'string',
  nullable: true,
  enum: ['vendor', 'ex_right_close', 'share_change', 'none', null],
} as const;
const barSource = { type: 'string', nullable: true, enum: [...BAR_SOURCES, null] } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const nullableInstant = { ...instant, nullable: true } as const;

class LatestRecordResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty(text) supplyDemand!: string | null;
  @ApiProperty(text) alignFlag!: string | null;
  @ApiProperty(text) primaryPhaseHint!: string | null;
  @ApiProperty(texts) cycleSubTags!: string[];
  @ApiProperty(texts) cycleEvents!: string[];
  @ApiProperty(text) evidenceNote!: string | null;
}

export class LatestDailyResponse extends LatestRecordResponse {
  @ApiProperty(day) tradeDate!: string;
}

export class LatestWeeklyResponse extends LatestRecordResponse {
  @ApiProperty(day) weekEndDate!: string;
}

export class SessionChipsResponse {
  @ApiProperty(day) tradeDate!: string;
  @ApiProperty({ type: 'number', description: 'Yuan, as the other costs: 5 % of the chips are below' }) cost5!: number;
  @ApiProperty({ type: 'number' }) cost15!: number;
  @ApiProperty({ type: 'number' }) cost50!: number;
  @ApiProperty({ type: 'number' }) cost85!: number;
  @ApiProperty({ type: 'number' }) cost95!: number;
  @ApiProperty({ type: 'number', description: 'Mean price, weighted by chips' }) weightedAverage!: number;
  @ApiProperty({ type: 'number', description: 'Percent' }) winnerRate!: number;
  @ApiProperty({ type: 'number' }) concentration90!: number;
  @ApiProperty({ type: 'number' }) concentration70!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Bars that it was made from' }) window!: number | null;
  @ApiProperty({ ...figure, description: 'How much of the float these bars explain' }) coverage!: number | null;
  @ApiProperty({ type: 'boolean', description: 'At least one factor was applied to the prices' }) adjusted!: boolean;
  @ApiProperty({ ...adjustment, description: 'By what: the least certain; null on a value of an older build' })
  adjustment!: string | null;
  @ApiProperty({ type: 'string', example: 'eastmoney-120' }) source!: string;
}

export class VolumeWindowResponse {
  @ApiProperty(day) from!: string;
  @ApiProperty(day) to!: string;
}

export class SessionResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The code that the stock had before, where it changed' })
  formerCode!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: "The stock's name of today, unless a person set one" })
  stockName!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) stockNameAtCreation!: string | null;
  @ApiProperty(day) entryDate!: string;
  @ApiProperty(text) currentPrimaryPhase!: string | null;
  @ApiProperty(text) source!: string | null;
  @ApiProperty({ ...figure, description: 'Yuan' }) entryClosePrice!: number | null;
  @ApiProperty({ type: 'string', enum: ['open', 'closed'] }) status!: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) priority!: number;
  @ApiProperty(nullableDay) nextReviewAt!: string | null;
  @ApiProperty(nullableInstant) nextReviewSetAt!: string | null;
  @ApiProperty(text) summaryNote!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, maximum: 20 }) fundamentalScore!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Items of the score that data decided' })
  fundamentalAvailable!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Items of the score that a model judged' })
  fundamentalJudged!: number | null;
  @ApiProperty(text) fundamentalNote!: string | null;
  @ApiProperty(nullableInstant) fundamentalScoredAt!: string | null;
  @ApiProperty(text) aiConsensus!: string | null;
  @ApiProperty(nullableInstant) aiConsensusAt!: string | null;
  @ApiProperty(nullableInstant) endedAt!: string | null;
  @ApiProperty(text) endReason!: string | null;
  @ApiProperty(nullableDay) lowestVolumeTradeDate!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Shares traded on that day' })
  lowestVolume!: number | null;
  @ApiProperty({
    type: VolumeWindowResponse,
    nullable: true,
    description: 'The 360 open days among which it is the lowest',
  })
  lowestVolumeWindow!: VolumeWindowResponse | null;
  @ApiProperty({ type: 'string', enum: ['raw'], description: 'Volumes are compared as they were traded' })
  volumeBasis!: string;
  @ApiProperty({ ...figure, description: 'Yuan; of the last final bar' }) latestClose!: number | null;
  @ApiProperty({ ...nullableDay, description: 'Day of the latest close' }) latestTradeDate!: string | null;
  @ApiProperty({ ...barSource, description: 'Who told the latest close' }) latestCloseSource!: string | null;
  @ApiProperty({ type: 'boolean', enum: [false], description: 'Only charts show a provisional bar' })
  latestCloseProvisional!: false;
  @ApiProperty({ ...figure, description: 'Percent from the entry close to the latest one' })
  closeVsEntryPct!: number | null;
  @ApiProperty({ type: 'string', nullable: true, enum: ['adjusted', 'raw', 'unknown', null] })
  closeVsEntryBasis!: string | null;
  @ApiProperty({ ...adjustment, description: 'By what it was corrected: the least certain of what was applied' })
  closeVsEntryAdjustment!: string | null;
  @ApiProperty({
    ...nullableDay,
    description: 'From which day on every factor up to the latest close is known; null where one may be missing',
  })
  closeVsEntryKnownFrom!: string | null;
  @ApiProperty({ ...figure, description: '亿 yuan' }) circulatingMarketCapYi!: number | null;
  @ApiProperty({ ...nullableDay, description: 'Day of the market cap' }) circulatingMarketCapDate!: string | null;
  @ApiProperty({ ...barSource, description: 'Who told the market cap' }) circulatingMarketCapSource!: string | null;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description: 'Computed from a rounded turnover or share counts of another day; null where the source is unknown',
  })
  circulatingMarketCapEstimated!: boolean | null;
  @ApiProperty({ ...figure, description: 'Small: chips gathered' }) cyqSpreadRatio!: number | null;
  @ApiProperty({
    type: SessionChipsResponse,
    nullable: true,
    description: 'Chip distribution, as cached by sync-cyq-cache',
  })
  cyq!: SessionChipsResponse | null;
  @ApiProperty({ type: LatestDailyResponse, nullable: true }) latestDaily!: LatestDailyResponse | null;
  @ApiProperty({ type: LatestWeeklyResponse, nullable: true }) latestWeekly!: LatestWeeklyResponse | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(instant) updatedAt!: string;
}

export class ListedSessionResponse extends SessionResponse {
  @ApiProperty({ ...nullableInstant, required: false, description: 'With include_deleted' })
  deletedAt?: string | null;
}

export class SessionListResponse {
  @ApiProperty({ type: [ListedSessionResponse] }) sessions!: ListedSessionResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
  @ApiProperty(warnings) warnings!: string[];
}

export class SessionWrittenResponse {
  @ApiProperty({ type: SessionResponse }) session!: SessionResponse;
}

export class SessionDeletedResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}

export class SessionDetailResponse {
  @ApiProperty({ type: SessionResponse }) session!: SessionResponse;
  @ApiProperty({ type: [DailyRecordResponse] }) dailyRows!: DailyRecordResponse[];
  @ApiProperty({ type: [WeeklyRecordResponse] }) weeklyRows!: WeeklyRecordResponse[];
  @ApiProperty({
    type: [SessionJudgementResponse],
    description: 'What models said of it, newest first, and how it did',
  })
  aiJudgements!: SessionJudgementResponse[];
  @ApiProperty(warnings) warnings!: string[];
}
