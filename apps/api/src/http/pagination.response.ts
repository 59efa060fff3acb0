import { ApiProperty } from '@nestjs/swagger';

/** What a page tells of the whole list. */
export class PaginationResponse {
  @ApiProperty({ type: 'integer', minimum: 0 }) total!: number;
  @ApiProperty({ type: 'integer', minimum: 1 }) limit!: number;
  @ApiProperty({ type: 'integer', minimum: 0 }) offset!: number;
  @ApiProperty({ type: 'boolean' }) hasMore!: boolean;
}

export function pagination(page: { limit: number; offset: number }, total: number): PaginationResponse {
  return { total, limit: page.limit, offset: page.offset, hasMore: page.offset + page.limit < total };
}
