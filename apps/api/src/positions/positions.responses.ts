import type { CalendarDay } from '#lib/kernel';
import type { PositionsImportReport, PositionView } from '#lib/portfolio';
import {
  ApiCode,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiFormerCode,
  ApiInstant,
  ApiInteger,
  ApiNumber,
  ApiObject,
  ApiText,
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
}

export class PositionListResponse {
  @ApiObject([PositionResponse], { description: 'A page, in code order' }) items!: PositionResponse[];
  @ApiInteger({ description: 'Of the whole list' }) total!: number;
}

export class PositionDeletedResponse {
  @ApiCode() code!: string;
  @ApiEnum([true]) deleted!: true;
}

export class RejectedRowResponse {
  @ApiInteger({ example: 7, description: 'Line of the file; the header is 1' }) line!: number;
  @ApiText({ example: 'quantity must be above 0; the cell says "0"' }) reason!: string;
}

export class PositionsImportResponse implements PositionsImportReport {
  @ApiInteger() created!: number;
  @ApiInteger() updated!: number;
  @ApiInteger({ description: 'Stored already, with the same values' }) unchanged!: number;
  @ApiInteger({ description: 'Rows whose code comes again later in the file; the last one counts' }) duplicate!: number;
  @ApiObject([RejectedRowResponse]) rejected!: RejectedRowResponse[];
  @ApiFlag() dryRun!: boolean;
}
