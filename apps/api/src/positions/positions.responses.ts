import type { CalendarDay } from '#lib/kernel';
import {
  IMPORT_MODES,
  type ImportMode,
  type PositionChange,
  type PositionsImportReport,
  type PositionState,
  type PositionTotals,
  type PositionView,
} from '#lib/portfolio';
import {
  MISSING_FIGURE_REASONS,
  MISSING_PROFIT_REASONS,
  type MissingFigureReason,
  type MissingProfitReason,
} from '#lib/tracking';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiFormerCode,
  ApiInstant,
  ApiInteger,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiYuan,
} from '../http';

export class PositionResponse implements PositionView {
  @ApiCode() code!: string;
  @ApiFormerCode() formerCode!: string | null;
  @ApiText({ nullable: true, description: 'Null for a code that the market data does not know' })
  stockName!: string | null;
  @ApiNumber({ example: 500 }) quantity!: number;
  @ApiNumber({ nullable: true, example: 1688.5 }) avgCost!: number | null;
  @ApiDay({ nullable: true }) openedAt!: CalendarDay | null;
  @ApiInstant() updatedAt!: Date;
  @ApiText({ nullable: true }) industry!: string | null;
  @ApiInteger({ nullable: true, description: 'Of the open session of the stock' }) sessionId!: number | null;
  @ApiYuan({ nullable: true, description: 'Yuan; of the last final bar' }) latestClose!: number | null;
  @ApiDay({ nullable: true, description: "Day of that close; before the market's last day where it was suspended" })
  latestTradeDate!: CalendarDay | null;
  @ApiNumber({ nullable: true, description: 'Yuan' }) marketValue!: number | null;
  @ApiNumber({ nullable: true, description: "Percent from the ex-right previous close, of the market's last day" })
  changePct!: number | null;
  @ApiEnum(MISSING_FIGURE_REASONS, { nullable: true, description: 'Why changePct is null; else null' })
  changePctReason!: MissingFigureReason | null;
  @ApiNumber({
    nullable: true,
    description: "Yuan that the market's last day brought; from the cost where it was opened on that day",
  })
  dayProfit!: number | null;
  @ApiNumber({ nullable: true, description: 'Yuan, before fees' }) profit!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent from the cost to the close, which is the profit in percent too' })
  costDistancePct!: number | null;
  @ApiEnum(MISSING_PROFIT_REASONS, { nullable: true, description: 'Why profit or costDistancePct is null; else null' })
  profitReason!: MissingProfitReason | null;
  @ApiDay({
    nullable: true,
    description: 'The newest ex-right day since the position was stored: cost and quantity may be those of before',
  })
  exRightSince!: CalendarDay | null;
}

class PositionTotalsResponse implements PositionTotals {
  @ApiNumber({ nullable: true, description: 'Yuan' }) marketValue!: number | null;
  @ApiNumber({ nullable: true, description: 'Yuan; of the positions that have a cost and a close' })
  cost!: number | null;
  @ApiNumber({ nullable: true, description: 'Yuan; of the same' }) profit!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent of the cost; null where that is not above 0' })
  profitPct!: number | null;
  @ApiNumber({ nullable: true, description: "Yuan, of the market's last day" }) dayProfit!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent of what they were worth before, or cost on the day' })
  dayProfitPct!: number | null;
  @ApiCount({ description: 'Positions without a close' }) withoutClose!: number;
  @ApiCount({ description: 'Positions without a cost' }) withoutCost!: number;
  @ApiCount({ description: "Positions whose last close is of a day before the market's last" }) suspended!: number;
}

export class PositionListResponse {
  @ApiObject([PositionResponse], { description: 'A page, in code order' }) items!: PositionResponse[];
  @ApiInteger({ description: 'Of the whole list' }) total!: number;
  @ApiObject(PositionTotalsResponse, { description: 'Of the whole list; what no position has is null' })
  totals!: PositionTotalsResponse;
}

export class PositionDeletedResponse {
  @ApiCode() code!: string;
  @ApiEnum([true]) deleted!: true;
}

export class RejectedRowResponse {
  @ApiInteger({ example: 7, description: 'Line of the file; the header is 1' }) line!: number;
  @ApiText({ example: 'quantity must be a number; the cell says "x"' }) reason!: string;
}

class PositionStateResponse implements PositionState {
  @ApiNumber() quantity!: number;
  @ApiNumber({ nullable: true }) avgCost!: number | null;
  @ApiDay({ nullable: true }) openedAt!: string | null;
}

class PositionChangeResponse implements PositionChange {
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiObject(PositionStateResponse, { nullable: true, description: 'Null: it is added' })
  before!: PositionStateResponse | null;
  @ApiObject(PositionStateResponse, { nullable: true, description: 'Null: it is removed' })
  after!: PositionStateResponse | null;
}

export class PositionsImportResponse implements PositionsImportReport {
  @ApiInteger() created!: number;
  @ApiInteger() updated!: number;
  @ApiInteger({ description: 'Stored already, with the same values' }) unchanged!: number;
  @ApiInteger({ description: 'Sold: with mode=replace, what the file has not, or with a quantity of 0' })
  removed!: number;
  @ApiInteger({ description: 'Rows whose code comes again later in the file; the last one counts' }) duplicate!: number;
  @ApiObject([RejectedRowResponse]) rejected!: RejectedRowResponse[];
  @ApiObject([PositionChangeResponse], {
    description: 'What is added, changed and removed, in code order; at most 500',
  })
  changes!: PositionChangeResponse[];
  @ApiCount({ description: 'Changes that are not listed' }) changesLeftOut!: number;
  @ApiEnum(IMPORT_MODES) mode!: ImportMode;
  @ApiFlag() dryRun!: boolean;
}
