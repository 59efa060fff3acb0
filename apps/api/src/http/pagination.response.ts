import { ApiCount, ApiFlag, ApiInteger } from './properties/value-properties';

/** What a page tells of the whole list. */
export class PaginationResponse {
  @ApiCount() total!: number;
  @ApiInteger({ minimum: 1 }) limit!: number;
  @ApiCount() offset!: number;
  @ApiFlag() hasMore!: boolean;
}

export function pagination(page: { limit: number; offset: number }, total: number): PaginationResponse {
  return { total, limit: page.limit, offset: page.offset, hasMore: page.offset + page.limit < total };
}
