import type { CalendarDay } from '#lib/kernel';
import type { ScreenHits } from '#lib/screens';
import {
  APPLIED_ADJUSTMENTS,
  type AppliedAdjustment,
  BAR_SOURCES,
  type BarSource,
  COMPARISON_BASES,
  type ComparisonBasis,
} from '#lib/market-data';
import {
  AI_CONSENSUS,
  type AiConsensus,
  ALIGN_FLAGS,
  type AlignFlag,
  CYCLE_EVENT_NAMES,
  type CycleEvent,
  type HoldingView,
  INVALIDATION_SIDES,
  type InvalidationSide,
  type LatestRecord,
  type ListedSession,
  MISSING_FIGURE_REASONS,
  MISSING_PROFIT_REASONS,
  type MissingFigureReason,
  type MissingProfitReason,
  PRIMARY_PHASES,
  type PrimaryPhase,
  SESSION_STATUSES,
  type SessionChips,
  type SessionStatus,
  type SessionView,
  SUB_TAGS,
  type SubTag,
  SUPPLY_DEMAND,
  type SupplyDemand,
  type VolumeWindow,
} from '#lib/tracking';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiFormerCode,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiWarnings,
  ApiYuan,
} from '../http';
import { SessionJudgementResponse } from '../ai-fill/judgement.responses';
import { DailyRecordResponse, WeeklyRecordResponse } from '../daily-weekly/record.responses';
import { PaginationResponse } from '../http/pagination.response';

class LatestRecordResponse implements LatestRecord {
  @ApiId() id!: number;
  @ApiEnum(SUPPLY_DEMAND, { nullable: true }) supplyDemand!: SupplyDemand | null;
  @ApiEnum(ALIGN_FLAGS, { nullable: true }) alignFlag!: AlignFlag | null;
  @ApiEnum(PRIMARY_PHASES, { nullable: true }) primaryPhaseHint!: PrimaryPhase | null;
  @ApiEnum(SUB_TAGS, { isArray: true }) cycleSubTags!: SubTag[];
  @ApiEnum(CYCLE_EVENT_NAMES, { isArray: true }) cycleEvents!: CycleEvent[];
  @ApiText({ nullable: true }) evidenceNote!: string | null;
}

export class LatestDailyResponse extends LatestRecordResponse {
  @ApiDay() tradeDate!: CalendarDay;
}

export class LatestWeeklyResponse extends LatestRecordResponse {
  @ApiDay() weekEndDate!: CalendarDay;
}

export class SessionChipsResponse implements SessionChips {
  @ApiDay() tradeDate!: string;
  @ApiYuan({ description: 'Yuan, as the other costs: 5 % of the chips are below' }) cost5!: number;
  @ApiNumber() cost15!: number;
  @ApiNumber() cost50!: number;
  @ApiNumber() cost85!: number;
  @ApiNumber() cost95!: number;
  @ApiNumber({ description: 'Mean price, weighted by chips' }) weightedAverage!: number;
  @ApiNumber({ description: 'Percent' }) winnerRate!: number;
  @ApiNumber() concentration90!: number;
  @ApiNumber() concentration70!: number;
  @ApiInteger({ nullable: true, description: 'Bars that it was made from' }) window!: number | null;
  @ApiNumber({ nullable: true, description: 'How much of the float these bars explain' }) coverage!: number | null;
  @ApiFlag({ description: 'At least one factor was applied to the prices' }) adjusted!: boolean;
  @ApiEnum(APPLIED_ADJUSTMENTS, {
    nullable: true,
    description: 'By what: the least certain; null on a value of an older build',
  })
  adjustment!: AppliedAdjustment | null;
  @ApiText({ example: 'eastmoney-120' }) source!: string;
}

export class VolumeWindowResponse implements VolumeWindow {
  @ApiDay() from!: CalendarDay;
  @ApiDay() to!: CalendarDay;
}

export class SessionResponse implements SessionView {
  @ApiId() id!: number;
  @ApiCode() code!: string;
  @ApiFormerCode() formerCode!: string | null;
  @ApiText({ nullable: true, description: "The stock's name of today, unless a person set one" })
  stockName!: string | null;
  @ApiText({ nullable: true }) stockNameAtCreation!: string | null;
  @ApiDay() entryDate!: CalendarDay;
  @ApiEnum(PRIMARY_PHASES, { nullable: true }) currentPrimaryPhase!: PrimaryPhase | null;
  @ApiText({ nullable: true }) source!: string | null;
  @ApiYuan({ nullable: true }) entryClosePrice!: number | null;
  @ApiEnum(SESSION_STATUSES) status!: SessionStatus;
  @ApiInteger({ minimum: 0, maximum: 100 }) priority!: number;
  @ApiDay({ nullable: true }) nextReviewAt!: CalendarDay | null;
  @ApiInstant({ nullable: true }) nextReviewSetAt!: string | null;
  @ApiText({ nullable: true }) summaryNote!: string | null;
  @ApiInteger({ nullable: true, minimum: 0, maximum: 20 }) fundamentalScore!: number | null;
  @ApiInteger({ nullable: true, description: 'Items of the score that data decided' })
  fundamentalAvailable!: number | null;
  @ApiInteger({ nullable: true, description: 'Items of the score that a model judged' })
  fundamentalJudged!: number | null;
  @ApiText({ nullable: true }) fundamentalNote!: string | null;
  @ApiInstant({ nullable: true }) fundamentalScoredAt!: string | null;
  @ApiEnum(AI_CONSENSUS, { nullable: true }) aiConsensus!: AiConsensus | null;
  @ApiInstant({ nullable: true }) aiConsensusAt!: string | null;
  @ApiInstant({ nullable: true }) endedAt!: string | null;
  @ApiText({ nullable: true }) endReason!: string | null;
  @ApiDay({ nullable: true }) lowestVolumeTradeDate!: CalendarDay | null;
  @ApiInteger({ nullable: true, description: 'Shares traded on that day' }) lowestVolume!: number | null;
  @ApiObject(VolumeWindowResponse, { nullable: true, description: 'The 360 open days among which it is the lowest' })
  lowestVolumeWindow!: VolumeWindowResponse | null;
  @ApiEnum(['raw'], { description: 'Volumes are compared as they were traded' }) volumeBasis!: 'raw';
  @ApiYuan({ nullable: true, description: 'Yuan; of the last final bar' }) latestClose!: number | null;
  @ApiDay({ nullable: true, description: 'Day of the latest close' }) latestTradeDate!: CalendarDay | null;
  @ApiEnum(BAR_SOURCES, { nullable: true, description: 'Who told the latest close' })
  latestCloseSource!: BarSource | null;
  @ApiEnum([false], { description: 'Only charts show a provisional bar' }) latestCloseProvisional!: false;
  @ApiNumber({ nullable: true, description: 'Percent from the entry close to the latest one' })
  closeVsEntryPct!: number | null;
  @ApiEnum(COMPARISON_BASES, { nullable: true }) closeVsEntryBasis!: ComparisonBasis | null;
  @ApiEnum(APPLIED_ADJUSTMENTS, {
    nullable: true,
    description: 'By what it was corrected: the least certain of what was applied',
  })
  closeVsEntryAdjustment!: AppliedAdjustment | null;
  @ApiDay({
    nullable: true,
    description: 'From which day on every factor up to the latest close is known; null where one may be missing',
  })
  closeVsEntryKnownFrom!: CalendarDay | null;
  @ApiNumber({ nullable: true, description: '亿 yuan' }) circulatingMarketCapYi!: number | null;
  @ApiDay({ nullable: true, description: 'Day of the market cap' }) circulatingMarketCapDate!: CalendarDay | null;
  @ApiEnum(BAR_SOURCES, { nullable: true, description: 'Who told the market cap' })
  circulatingMarketCapSource!: BarSource | null;
  @ApiFlag({
    nullable: true,
    description: 'Computed from a rounded turnover or share counts of another day; null where the source is unknown',
  })
  circulatingMarketCapEstimated!: boolean | null;
  @ApiText({ nullable: true, description: 'Of the stock' }) industry!: string | null;
  @ApiNumber({
    nullable: true,
    description:
      "Percent from the ex-right previous close, of the market's last day; a closed session keeps that of its end",
  })
  changePct!: number | null;
  @ApiEnum(MISSING_FIGURE_REASONS, { nullable: true, description: 'Why changePct is null; else null' })
  changePctReason!: MissingFigureReason | null;
  @ApiNumber({ nullable: true, description: 'Percent, of the same day' }) turnoverPct!: number | null;
  @ApiEnum(MISSING_FIGURE_REASONS, { nullable: true, description: 'Why turnoverPct is null; else null' })
  turnoverPctReason!: MissingFigureReason | null;
  @ApiNumber({
    nullable: true,
    description: "The same day's volume by the mean of the stock's five bars before, as traded",
  })
  volumeRatio!: number | null;
  @ApiEnum(MISSING_FIGURE_REASONS, { nullable: true, description: 'Why volumeRatio is null; else null' })
  volumeRatioReason!: MissingFigureReason | null;
  @ApiYuan({
    nullable: true,
    description:
      'Yuan, adjusted to the latest close: where the reading of the newest daily record ends, or of the newest weekly one ' +
      'where the daily one names no price. Null where neither does, or the price does not compare',
  })
  invalidationPrice!: number | null;
  @ApiEnum(INVALIDATION_SIDES, { nullable: true, description: 'On which side of it closes end the reading' })
  invalidationSide!: InvalidationSide | null;
  @ApiDay({ nullable: true, description: 'Day of the last bar that the reading had seen' })
  invalidationAsOf!: CalendarDay | null;
  @ApiNumber({
    nullable: true,
    description: 'Percent of the latest close up to invalidationPrice; negative where the close is beyond it',
  })
  invalidationDistancePct!: number | null;
  @ApiNumber({ nullable: true, description: 'Small: chips gathered' }) cyqSpreadRatio!: number | null;
  @ApiObject(SessionChipsResponse, { nullable: true, description: 'Chip distribution, as cached by sync-cyq-cache' })
  cyq!: SessionChipsResponse | null;
  @ApiObject(LatestDailyResponse, { nullable: true }) latestDaily!: LatestDailyResponse | null;
  @ApiObject(LatestWeeklyResponse, { nullable: true }) latestWeekly!: LatestWeeklyResponse | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
}

class SessionHoldingResponse implements HoldingView {
  @ApiNumber({ description: 'Shares' }) quantity!: number;
  @ApiYuan({ nullable: true, description: 'Yuan a share, as the holder gave it' }) avgCost!: number | null;
  @ApiYuan({ nullable: true, description: "Of the stock's last final bar, whenever the session closed" })
  latestClose!: number | null;
  @ApiDay({ nullable: true, description: "Day of that close; before the market's last day where it was suspended" })
  latestTradeDate!: CalendarDay | null;
  @ApiNumber({ nullable: true, description: 'Yuan' }) marketValue!: number | null;
  @ApiNumber({ nullable: true, description: 'Yuan, before fees' }) profit!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent from the cost to the close' }) costDistancePct!: number | null;
  @ApiEnum(MISSING_PROFIT_REASONS, { nullable: true, description: 'Why profit or costDistancePct is null; else null' })
  profitReason!: MissingProfitReason | null;
}

export class ListedSessionResponse extends SessionResponse implements ListedSession {
  @ApiObject(SessionHoldingResponse, {
    nullable: true,
    description: "The caller's position in the stock; null without a credential or a position",
  })
  holding!: SessionHoldingResponse | null;
  @ApiInstant({ nullable: true, optional: true, description: 'With include_deleted' }) deletedAt?: string | null;
}

export class ListedScreenResponse implements Omit<ScreenHits, 'codes'> {
  @ApiText() id!: string;
  @ApiInteger() version!: number;
  @ApiDay({ description: 'The newest complete day' }) asOf!: CalendarDay;
  @ApiCount({ description: 'Stocks that it found on the day, with a session or without' }) matched!: number;
}

export class SessionListResponse {
  @ApiObject([ListedSessionResponse]) sessions!: ListedSessionResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
  @ApiWarnings() warnings!: string[];
  @ApiObject(ListedScreenResponse, { optional: true, description: 'With screen' }) screen?: ListedScreenResponse;
}

export class SessionWrittenResponse {
  @ApiObject(SessionResponse) session!: SessionResponse;
}

export class SessionDeletedResponse {
  @ApiId() id!: number;
  @ApiEnum([true]) deleted!: true;
}

export class SessionDetailResponse {
  @ApiObject(SessionResponse) session!: SessionResponse;
  @ApiObject([DailyRecordResponse]) dailyRows!: DailyRecordResponse[];
  @ApiObject([WeeklyRecordResponse]) weeklyRows!: WeeklyRecordResponse[];
  @ApiObject([SessionJudgementResponse], { description: 'What models said of it, newest first, and how it did' })
  aiJudgements!: SessionJudgementResponse[];
  @ApiWarnings() warnings!: string[];
}
