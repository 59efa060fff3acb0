import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  type MessageEvent,
  Post,
  Query,
  Res,
  Sse,
  UseGuards,
} from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ScansService, type ScanView } from '#lib/scan';
import { ApiEnvelope, ApiEventStream, Authenticated, CurrentCaller, PathId, RawResponse, withHeartbeat } from '../http';
import type { Caller } from '../http';
import { nameCsv } from '../http/list-file';
import { wantsCsv } from '../http/list-format';
import { pagination } from '../http/pagination.response';
import { ExistingScanGuard } from './existing-scan.guard';
import { hitsCsv } from './hits-csv';
import { ScanHitsResponse, ScanListResponse, ScanResponse, ScanStartedResponse } from './scan.responses';
import { ScanHitsQuery, ScanPageQuery, toScanRequest, StartScanBody } from './scan.requests';

/** A CSV holds all hits; there are never more than stocks. */
const ALL_HITS = { limit: 1_000_000, offset: 0 };

@ApiTags('scan')
@Controller('api/stock-cycle/scans')
export class ScansController {
  constructor(private readonly scans: ScansService) {}

  @Post()
  @HttpCode(202)
  @Authenticated()
  @ApiOperation({ summary: 'Scan the whole market in the background' })
  @ApiEnvelope(ScanStartedResponse, { status: 202, description: 'Queued, or the id of the same scan in flight' })
  start(@Body() body: StartScanBody, @CurrentCaller() caller: Caller): Promise<ScanStartedResponse> {
    return this.scans.start(toScanRequest(body), caller.userId, { allowIncomplete: body.allow_incomplete });
  }

  @Get()
  @Authenticated()
  @ApiOperation({ summary: 'Scans, newest first' })
  @ApiEnvelope(ScanListResponse)
  async list(@Query() query: ScanPageQuery): Promise<ScanListResponse> {
    const { scans, total } = await this.scans.list(query);
    return { scans, pagination: pagination(query, total) };
  }

  @Get(':id')
  @Authenticated()
  @ApiOperation({ summary: 'One scan: status, progress and counts' })
  @ApiEnvelope(ScanResponse)
  get(@PathId('id') id: number): Promise<ScanView> {
    return this.scans.get(id);
  }

  @Get(':id/hits')
  @RawResponse()
  @Authenticated()
  @ApiOperation({ summary: 'Hits of a scan in code order, as JSON pages or as one CSV' })
  @ApiProduces('application/json', 'text/csv')
  @ApiEnvelope(ScanHitsResponse)
  async hits(
    @PathId('id') id: number,
    @Query() { format, ...query }: ScanHitsQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | { success: true; data: ScanHitsResponse }> {
    if (wantsCsv(format, accept)) {
      const { hits, scan } = await this.scans.hits(id, ALL_HITS);
      nameCsv(reply, `scan-${id}`, scan.marketSource);
      return hitsCsv(hits, scan.options.volumeBasis);
    }
    const { hits, total, scan } = await this.scans.hits(id, query);
    return { success: true, data: { hits, warnings: scan.warnings, pagination: pagination(query, total) } };
  }

  @Sse(':id/events')
  @UseGuards(ExistingScanGuard)
  @Authenticated()
  @ApiOperation({ summary: 'Follow a scan: Server-Sent Events with the scan each time it changes, until it ends' })
  @ApiEventStream(ScanResponse)
  async events(@PathId('id') id: number): Promise<Observable<MessageEvent>> {
    const states = await this.scans.watch(id);
    return withHeartbeat(
      states.pipe(map((scan) => ({ type: scan.finishedAt === null ? 'progress' : scan.status, data: scan }))),
    );
  }

  @Delete(':id')
  @Authenticated()
  @ApiOperation({ summary: 'Cancel a scan; sessions that it opened stay' })
  @ApiEnvelope(ScanResponse, { errors: { 409: 'the scan has ended already' } })
  cancel(@PathId('id') id: number): Promise<ScanView> {
    return this.scans.cancel(id);
  }
}
