import type { CalendarDay } from '#lib/kernel';
import { APPLIED_ADJUSTMENTS, type AppliedAdjustment, type StoredMarketSource } from '#lib/market-data';
import { type ChipView } from '#lib/chips';
import {
  ApiCode,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiMarketSource,
  ApiNumber,
  ApiText,
  ApiWarnings,
  ApiYuan,
} from '../http';

export class ChipsResponse implements ChipView {
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiDay({ description: 'Of the last final bar up to the asked day' }) tradeDate!: CalendarDay;
  @ApiYuan() close!: number;
  @ApiNumber({ isArray: true, description: 'Prices with chips in yuan, ascending, forward-adjusted as of the day' })
  prices!: number[];
  @ApiNumber({ isArray: true, description: 'Part of all chips at each price; they sum up to 1' }) weights!: number[];
  @ApiNumber({ description: '5 % of the chips are below' }) cost5!: number;
  @ApiYuan() cost15!: number;
  @ApiNumber({ description: 'The median' }) cost50!: number;
  @ApiYuan() cost85!: number;
  @ApiYuan() cost95!: number;
  @ApiNumber({ description: 'Mean price, weighted by chips' }) weightedAverage!: number;
  @ApiNumber({ minimum: 0, maximum: 100, description: 'Chips at or below the close, percent' }) winnerRate!: number;
  @ApiNumber({ minimum: 0 }) concentration90!: number;
  @ApiNumber({ minimum: 0 }) concentration70!: number;
  @ApiInteger({ description: 'Bars that it was made from' }) window!: number;
  @ApiNumber({ minimum: 0, maximum: 1, description: 'How much of the float these bars explain' }) coverage!: number;
  @ApiFlag({ description: 'At least one factor was applied to the prices' }) adjusted!: boolean;
  @ApiEnum(APPLIED_ADJUSTMENTS, { description: 'By what: the least certain of what was applied' })
  adjustment!: AppliedAdjustment;
  @ApiText({ example: 'eastmoney-120' }) source!: string;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}
