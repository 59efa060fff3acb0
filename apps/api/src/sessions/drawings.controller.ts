import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DrawingsService } from '#lib/tracking';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId, Public } from '../http';
import { ChangeDrawingBody, CreateDrawingBody, toDrawingPoints } from './drawing.requests';
import { DrawingDeletedResponse, DrawingListResponse, DrawingWrittenResponse } from './drawing.responses';

const CLOSED = { errors: { 409: 'the session is closed' } };

/** Points are a day and a price in yuan as it was traded that day; charts multiply it by the factor of the day. */
@ApiTags('sessions')
@Controller('api/stock-cycle/sessions/:id/drawings')
export class DrawingsController {
  constructor(private readonly drawings: DrawingsService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'What is drawn on the chart of a session' })
  @ApiEnvelope(DrawingListResponse)
  async list(@PathId('id') id: number): Promise<DrawingListResponse> {
    return { drawings: await this.drawings.list(id) };
  }

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Draw a trend line, a range box or a price line' })
  @ApiEnvelope(DrawingWrittenResponse, { errors: { 409: 'the session is closed, or has 100 drawings' } })
  async create(
    @PathId('id') id: number,
    @Body() body: CreateDrawingBody,
    @CurrentCaller() caller: Caller,
  ): Promise<DrawingWrittenResponse> {
    const { kind, from_date, from_price, to_date, to_price } = body;
    const points = { fromDate: from_date, fromPrice: from_price, toDate: to_date ?? null, toPrice: to_price ?? null };
    return { drawing: await this.drawings.create(id, kind, points, caller.userId) };
  }

  @Patch(':drawingId')
  @Authenticated()
  @ApiOperation({ summary: 'Move a drawing; points that are left out stay' })
  @ApiEnvelope(DrawingWrittenResponse, CLOSED)
  async change(
    @PathId('id') id: number,
    @PathId('drawingId') drawingId: number,
    @Body() body: ChangeDrawingBody,
  ): Promise<DrawingWrittenResponse> {
    return { drawing: await this.drawings.change(id, drawingId, toDrawingPoints(body)) };
  }

  @Delete(':drawingId')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a drawing' })
  @ApiEnvelope(DrawingDeletedResponse, CLOSED)
  async delete(@PathId('id') id: number, @PathId('drawingId') drawingId: number): Promise<DrawingDeletedResponse> {
    await this.drawings.delete(id, drawingId);
    return { id: drawingId, deleted: true };
  }
}
