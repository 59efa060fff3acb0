import type { CalendarDay } from '#lib/kernel';
import { DRAWING_KINDS, type DrawingKind, type DrawingView } from '#lib/tracking';
import { ApiDay, ApiEnum, ApiFlag, ApiId, ApiInstant, ApiObject, ApiYuan } from '../http';

export class DrawingResponse implements DrawingView {
  @ApiId() id!: number;
  @ApiId() sessionId!: number;
  @ApiEnum(DRAWING_KINDS) kind!: DrawingKind;
  @ApiDay() fromDate!: CalendarDay;
  @ApiYuan({ description: 'Yuan as traded on that day, not adjusted' }) fromPrice!: number;
  @ApiDay({ nullable: true, description: 'Null of a price_line, as the price is' }) toDate!: CalendarDay | null;
  @ApiYuan({ nullable: true, description: 'Yuan as traded on that day, not adjusted' }) toPrice!: number | null;
  @ApiId({ description: 'The user who drew it' }) createdBy!: number;
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
}

export class DrawingListResponse {
  @ApiObject([DrawingResponse], { description: 'Oldest first, 100 at most' }) drawings!: DrawingResponse[];
}

export class DrawingWrittenResponse {
  @ApiObject(DrawingResponse) drawing!: DrawingResponse;
}

export class DrawingDeletedResponse {
  @ApiId() id!: number;
  @ApiFlag() deleted!: boolean;
}
