import { Body, Controller, Delete, Get, Headers, Inject, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { POSITION_JOBS, PositionsImportService, type PositionsImportReport, PositionsService } from '#lib/portfolio';
import { UploadsService } from '#lib/uploads';
import {
  ApiEnvelope,
  Authenticated,
  type Caller,
  CurrentCaller,
  PathCode,
  RawResponse,
  TakesUpload,
  uploadedFile,
  WaitsForJob,
} from '../http';
import { JobAcceptedResponse, WaitingResponse } from '../jobs/waiting-response';
import {
  PositionDeletedResponse,
  PositionListResponse,
  PositionResponse,
  PositionsImportResponse,
} from './positions.responses';
import { ListFile } from '../http/list-file';
import { wantsCsv } from '../http/list-format';
import { OwnFileQuery, WHOLE_LIST } from '../http/own-list.query';
import { positionsCsv } from './positions-csv';
import { ImportPositionsQuery, PositionRequest } from './positions.requests';

@ApiTags('positions')
@Controller('/api/positions')
@Authenticated({ keys: 'any' })
export class PositionsController {
  constructor(
    private readonly positions: PositionsService,
    private readonly imports: PositionsImportService,
    private readonly uploads: UploadsService,
    private readonly waiting: WaitingResponse,
    private readonly file: ListFile,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get()
  @RawResponse()
  @ApiOperation({ summary: 'The own positions with what they come to, as JSON pages or as one CSV' })
  @ApiProduces('application/json', 'text/csv')
  @ApiEnvelope(PositionListResponse)
  async list(
    @CurrentCaller() { userId }: Caller,
    @Query() { format, ...page }: OwnFileQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | { success: true; data: PositionListResponse }> {
    if (!wantsCsv(format, accept)) return { success: true, data: await this.positions.list(userId, page) };
    const { items } = await this.positions.list(userId, WHOLE_LIST);
    return this.file.send(reply, { name: 'positions', rows: items.length }, () => Promise.resolve(positionsCsv(items)));
  }

  @Post('import')
  @TakesUpload()
  @ApiOperation({ summary: 'Import the own positions from a CSV file, as brokers export it' })
  @WaitsForJob()
  @ApiEnvelope(PositionsImportResponse, {
    errors: { 413: 'The file is larger than UPLOAD_MAX_BYTES', 415: 'Neither text/csv nor multipart/form-data' },
  })
  @ApiEnvelope(JobAcceptedResponse, { status: 202, description: 'Asked not to wait, or the wait was too long' })
  async import(
    @CurrentCaller() caller: Caller,
    @Query() query: ImportPositionsQuery,
    @Req() request: FastifyRequest,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PositionsImportReport | JobAcceptedResponse> {
    await this.imports.assertReachable();
    const upload = await this.uploads.stage(uploadedFile(request, this.config.uploadMaxBytes), caller.userId);
    const { jobId } = await this.imports.request(caller.userId, upload, {
      dryRun: query.dry_run,
      mode: query.mode,
    });
    return this.waiting.of(POSITION_JOBS[query.mode], jobId, prefer, reply);
  }

  @Get(':code')
  @ApiOperation({ summary: 'One own position' })
  @ApiEnvelope(PositionResponse)
  get(@CurrentCaller() caller: Caller, @PathCode('code') code: string): Promise<PositionResponse> {
    return this.positions.get(caller.userId, code);
  }

  @Put(':code')
  @ApiOperation({ summary: 'Store an own position, in place of one that is there' })
  @ApiEnvelope(PositionResponse, { errors: { 409: 'list_full: 10,000 positions are held' } })
  put(
    @CurrentCaller() caller: Caller,
    @PathCode('code') code: string,
    @Body() { quantity, avg_cost, opened_at }: PositionRequest,
  ): Promise<PositionResponse> {
    const values = { quantity, avgCost: avg_cost ?? null, openedAt: opened_at ?? null };
    return this.positions.put(caller.userId, code, values);
  }

  @Delete(':code')
  @ApiOperation({ summary: 'Remove an own position' })
  @ApiEnvelope(PositionDeletedResponse)
  async remove(@CurrentCaller() caller: Caller, @PathCode('code') code: string): Promise<PositionDeletedResponse> {
    await this.positions.remove(caller.userId, code);
    return { code, deleted: true };
  }
}
