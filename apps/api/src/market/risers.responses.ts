import type { Riser } from '#lib/tracking';
import { ApiCode, ApiDay, ApiId, ApiNumber, ApiObject, ApiText, ApiWarnings, ApiYuan } from '../http';
import { PaginationResponse } from '../http/pagination.response';

class RiserResponse implements Riser {
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiYuan() close!: number;
  @ApiNumber({ description: 'Percent, from the ex-right previous close' }) changePct!: number;
  @ApiId({ nullable: true, description: 'The open session of the stock' }) sessionId!: number | null;
}

export class RisersResponse {
  @ApiDay({ nullable: true, description: 'The latest day whose bars are final' }) tradeDate!: string | null;
  @ApiObject([RiserResponse], { description: 'Highest first' }) risers!: RiserResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
  @ApiWarnings() warnings!: string[];
}
