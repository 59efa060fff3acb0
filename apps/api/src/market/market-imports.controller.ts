import { Controller, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { MarketImportsService } from '#lib/market-data';
import { UploadsService } from '#lib/uploads';
import { Administrator, ApiEnvelope, type Caller, CurrentCaller, PathId, TakesUpload, uploadedFile } from '../http';
import { pagination } from '../http/pagination.response';
import {
  MarketImportAcceptedResponse,
  MarketImportDetailResponse,
  MarketImportListResponse,
} from './market-imports.responses';
import { ImportMarketQuery, MarketImportsQuery } from './market-imports.requests';

@ApiTags('market')
@Controller('api/market/imports')
@Administrator()
export class MarketImportsController {
  constructor(
    private readonly imports: MarketImportsService,
    private readonly uploads: UploadsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post()
  @HttpCode(202)
  @TakesUpload()
  @ApiOperation({ summary: 'Import bars from a file or an archive, in the background' })
  @ApiEnvelope(MarketImportAcceptedResponse, {
    status: 202,
    errors: {
      409: 'Another file is being imported, or the database holds the demo market',
      413: 'The file is larger than UPLOAD_MAX_BYTES',
      415: 'Neither text/csv nor multipart/form-data',
    },
  })
  async import(
    @CurrentCaller() caller: Caller,
    @Query() { format, replace_demo: replaceDemo }: ImportMarketQuery,
    @Req() request: FastifyRequest,
  ): Promise<MarketImportAcceptedResponse> {
    await this.imports.assertPossible({ replaceDemo });
    let name: string | undefined;
    const file = uploadedFile(request, this.config.uploadMaxBytes, (given) => {
      name = given;
    });
    const upload = await this.uploads.stage(file, caller.userId);
    const { importId } = await this.imports.request({ ...upload, name, format, replaceDemo }, caller.userId);
    return { importId, statusUrl: `/api/market/imports/${importId}` };
  }

  @Get()
  @ApiOperation({ summary: 'Imports of bars, newest first' })
  @ApiEnvelope(MarketImportListResponse)
  async list(@Query() page: MarketImportsQuery): Promise<MarketImportListResponse> {
    const { imports, total } = await this.imports.list(page);
    return { imports, pagination: pagination(page, total) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One import, with what was refused and why' })
  @ApiEnvelope(MarketImportDetailResponse)
  show(@PathId('id') id: number): Promise<MarketImportDetailResponse> {
    return this.imports.get(id);
  }
}
