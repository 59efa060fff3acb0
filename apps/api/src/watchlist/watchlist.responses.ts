import type { WatchlistItem } from '#lib/portfolio';
import { ApiCode, ApiEnum, ApiFormerCode, ApiInstant, ApiInteger, ApiObject, ApiText } from '../http';

export class WatchlistItemResponse implements WatchlistItem {
  @ApiCode() code!: string;
  @ApiFormerCode() formerCode!: string | null;
  @ApiText({ nullable: true, description: 'Null for a code that the market data does not know' })
  stockName!: string | null;
  @ApiText({ nullable: true }) note!: string | null;
  @ApiInstant() createdAt!: Date;
}

export class WatchlistResponse {
  @ApiObject([WatchlistItemResponse], { description: 'A page, in code order' }) items!: WatchlistItemResponse[];
  @ApiInteger({ description: 'Of the whole list' }) total!: number;
}

export class WatchlistItemDeletedResponse {
  @ApiCode() code!: string;
  @ApiEnum([true]) deleted!: true;
}
