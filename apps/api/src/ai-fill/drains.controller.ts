import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  type MessageEvent,
  Post,
  Query,
  Sse,
  UseGuards,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { map, type Observable } from 'rxjs';
import { DrainsService, type DrainReport, type DrainView } from '#lib/ai';
import {
  Administrator,
  ApiEnvelope,
  ApiEventStream,
  Authenticated,
  type Caller,
  CurrentCaller,
  PathId,
  withHeartbeat,
} from '../http';
import { pagination } from '../http/pagination.response';
import { DrainListResponse, DrainResponse, DrainReportResponse, DrainStartedResponse } from './drain.responses';
import { DrainPageQuery, StartDrainBody } from './drain.requests';
import { ExistingDrainGuard } from './existing-drain.guard';

@ApiTags('ai-fill')
@Controller('api/stock-cycle/ai-fill-drains')
export class DrainsController {
  constructor(private readonly drains: DrainsService) {}

  @Post()
  @HttpCode(202)
  @Administrator()
  @ApiOperation({ summary: 'Fill all sessions that wait in a queue, in the background' })
  @ApiEnvelope(DrainStartedResponse, {
    status: 202,
    description: 'Queued, or the id of the drain of this kind in flight',
  })
  start(@Body() body: StartDrainBody, @CurrentCaller() caller: Caller): Promise<DrainStartedResponse> {
    return this.drains.start(body.kind, caller.userId);
  }

  @Get()
  @Authenticated()
  @ApiOperation({ summary: 'Drains, newest first' })
  @ApiEnvelope(DrainListResponse)
  async list(@Query() query: DrainPageQuery): Promise<DrainListResponse> {
    const { drains, total } = await this.drains.list(query);
    return { drains, pagination: pagination(query, total) };
  }

  @Get(':id')
  @Authenticated()
  @ApiOperation({ summary: 'One drain: status, progress, and why sessions were skipped or failed' })
  @ApiEnvelope(DrainReportResponse)
  get(@PathId('id') id: number): Promise<DrainReport> {
    return this.drains.report(id);
  }

  @Sse(':id/events')
  @UseGuards(ExistingDrainGuard)
  @Authenticated()
  @ApiOperation({ summary: 'Follow a drain: Server-Sent Events with the drain each time it changes, until it ends' })
  @ApiEventStream(DrainResponse)
  async events(@PathId('id') id: number): Promise<Observable<MessageEvent>> {
    const states = await this.drains.watch(id);
    return withHeartbeat(
      states.pipe(map((drain) => ({ type: drain.finishedAt === null ? 'progress' : drain.status, data: drain }))),
    );
  }

  @Post(':id/continue')
  @HttpCode(202)
  @Administrator()
  @ApiOperation({ summary: 'Go on with a drain that has ended: with what it left, and with what failed' })
  @ApiEnvelope(DrainStartedResponse, {
    status: 202,
    description: 'Queued under the same id',
    errors: { 409: 'nothing is left, its lanes have not ended yet, or another one of its kind is in flight' },
  })
  continue(@PathId('id') id: number, @CurrentCaller() caller: Caller): Promise<DrainStartedResponse> {
    return this.drains.continue(id, caller.userId);
  }

  @Delete(':id')
  @Administrator()
  @ApiOperation({ summary: 'Cancel a drain; records that it wrote stay' })
  @ApiEnvelope(DrainResponse, { errors: { 409: 'the drain has ended already' } })
  cancel(@PathId('id') id: number): Promise<DrainView> {
    return this.drains.cancel(id);
  }
}
