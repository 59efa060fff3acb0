import { DECIDED_BY, type FundamentalScoreView, type ScoredItem } from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import {
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiMarketSource,
  ApiObject,
  ApiText,
  ApiWarnings,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class FundamentalItemResponse implements ScoredItem {
  @ApiText({ example: 'revenue_growth' }) key!: string;
  @ApiText({ example: '营收增长' }) label!: string;
  @ApiEnum([0, 1]) points!: 0 | 1;
  @ApiText({ description: 'The reason, with the numbers used' }) reason!: string;
  @ApiEnum(DECIDED_BY, { description: 'none: nothing was known, no point' }) decidedBy!: ScoredItem['decidedBy'];
}

export class FundamentalScoreResponse {
  @ApiId() sessionId!: number;
  @ApiInteger({
    nullable: true,
    minimum: 0,
    maximum: 20,
    description: "The session's score after the call: unchanged where data decided fewer than 12 items",
  })
  score!: number | null;
  @ApiText({ nullable: true }) note!: string | null;
  @ApiInteger({ minimum: 0, maximum: 20, description: 'Items that data decided' }) available!: number;
  @ApiInteger({ minimum: 0, maximum: 20, description: 'Items that a model decided' }) judged!: number;
  @ApiObject([FundamentalItemResponse]) items!: FundamentalItemResponse[];
  @ApiId({ nullable: true, description: 'The model run that decided the rest' }) aiRunId!: number | null;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

export class KeptFundamentalScoreResponse implements FundamentalScoreView {
  @ApiId() id!: number;
  @ApiInstant() scoredAt!: string;
  @ApiDay({ description: 'The facts are those that were public on this day' }) asOf!: CalendarDay;
  @ApiDay({ nullable: true, description: 'When the newest statement was published; null without one' })
  dataThrough!: CalendarDay | null;
  @ApiInteger({ minimum: 0, maximum: 20, description: 'Sum of the items' }) score!: number;
  @ApiFlag({ description: 'False: data decided fewer than 12 items, the session kept its score' }) applied!: boolean;
  @ApiInteger({ minimum: 0, maximum: 20, description: 'Items that data decided' }) available!: number;
  @ApiInteger({ minimum: 0, maximum: 20, description: 'Items that a model decided' }) judged!: number;
  @ApiText() note!: string;
  @ApiObject([FundamentalItemResponse]) items!: readonly FundamentalItemResponse[];
  @ApiId({ nullable: true, description: 'The model run that decided the rest' }) aiRunId!: number | null;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings({ description: 'What went wrong with the models' }) warnings!: readonly string[];
}

export class FundamentalScoreListResponse {
  @ApiObject([KeptFundamentalScoreResponse]) scores!: KeptFundamentalScoreResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}
