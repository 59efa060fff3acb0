import { Controller, Get, HttpCode, Inject, Post, Query, Req, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import {
  type ImportRow,
  type RejectedRow,
  SeoExportService,
  SeoImportsService,
  SeoImportUndosService,
  type UndoRejection,
} from '#lib/seo';
import { UploadsService } from '#lib/uploads';
import {
  Administrator,
  ApiEnvelope,
  type Caller,
  CurrentCaller,
  PathId,
  RawResponse,
  TakesUpload,
  uploadedFile,
} from '../http';
import { csvFile } from './csv-file';
import { ImportAcceptedResponse, SeoImportListResponse, SeoImportResponse } from './seo.responses';
import { ImportSeoQuery, SeoPageQuery } from './seo.requests';

/** Rejected rows that a report lists; the file has all of them. */
const LISTED_REJECTED = 1000;
const LONGEST_FILE_NAME = 255;

@ApiTags('seo imports')
@Controller('/api/admin/imports')
@Administrator({ keyHeader: true })
export class SeoImportsController {
  constructor(
    private readonly imports: SeoImportsService,
    private readonly undos: SeoImportUndosService,
    private readonly exports: SeoExportService,
    private readonly uploads: UploadsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post()
  @HttpCode(202)
  @TakesUpload({ workbooks: true })
  @ApiOperation({ summary: 'Import a file of keywords, trends, backlinks or competitors, in the background' })
  @ApiEnvelope(ImportAcceptedResponse, {
    status: 202,
    description: 'Queued, or the same import in flight',
    errors: {
      413: 'The file is larger than UPLOAD_MAX_BYTES',
      415: 'Neither text/csv, a workbook nor multipart/form-data',
    },
  })
  async start(
    @CurrentCaller() { userId }: Caller,
    @Query() query: ImportSeoQuery,
    @Req() request: FastifyRequest,
  ): Promise<ImportAcceptedResponse> {
    const { kind, dry_run, keyword, market, language, geo, period } = query;
    let fileName = query.file_name;
    const file = uploadedFile(request, this.config.uploadMaxBytes, (name) => (fileName ??= shownName(name)));
    const upload = await this.uploads.stage(file, userId);
    const reading = { kind, dryRun: dry_run, fileName, keyword, market, language, geo, period };
    const { importId, jobId } = await this.imports.request(userId, upload, reading);
    return { importId, jobId, statusUrl: `/api/admin/imports/${importId}` };
  }

  @Get()
  @ApiOperation({ summary: 'Imports, newest first' })
  @ApiEnvelope(SeoImportListResponse)
  async list(@Query() { limit, offset }: SeoPageQuery): Promise<SeoImportListResponse> {
    const { rows, total } = await this.imports.list({ limit, offset });
    const hasMore = offset + rows.length < total;
    return {
      items: rows.map((row) => importResponse(row, [], this.undos.findRejection(row))),
      pagination: { total, totalIsExact: true, limit, offset, hasMore },
    };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One import: state, progress, report' })
  @ApiEnvelope(SeoImportResponse)
  async get(@PathId('id') id: number): Promise<SeoImportResponse> {
    const row = await this.imports.get(id);
    const rejected = row.state === 'completed' ? await this.imports.rejected(id, 0, LISTED_REJECTED) : [];
    return importResponse(row, rejected, this.undos.findRejection(row));
  }

  @Post(':id/undo')
  @HttpCode(202)
  @ApiOperation({ summary: 'Take back what an import made and changed, in the background' })
  @ApiEnvelope(ImportAcceptedResponse, {
    status: 202,
    description:
      'Queued, or the same undo in flight. Records that were changed since stay as they are, and are counted',
    errors: { 409: 'Not ended, a dry run, undone already, or what it changed is no longer known' },
  })
  async undo(@CurrentCaller() { userId }: Caller, @PathId('id') id: number): Promise<ImportAcceptedResponse> {
    const { jobId } = await this.undos.request(userId, id);
    return { importId: id, jobId, statusUrl: `/api/admin/imports/${id}` };
  }

  @Get(':id/rejected')
  @RawResponse()
  @ApiOperation({ summary: 'The rejected rows of an import as CSV: line, reason, and the row as it stood' })
  @ApiProduces('text/csv')
  @ApiEnvelope(SeoImportResponse)
  async rejected(@PathId('id') id: number): Promise<StreamableFile> {
    return csvFile(await this.exports.rejectedRows(id), `import-${id}-rejected`);
  }
}

function importResponse(
  row: ImportRow,
  rejectedRows: readonly RejectedRow[],
  undoRefusal: UndoRejection | undefined,
): SeoImportResponse {
  const { logged: _logged, endedDaysAgo: _endedDaysAgo, ...shown } = row;
  const { created, updated, unchanged, duplicate, rejected: rejectedTotal, deleted, warnings, ...rest } = shown;
  const rejected = rejectedRows.map(({ line, reason }) => ({ line, reason }));
  const report = {
    created,
    updated,
    unchanged,
    duplicate,
    rejected,
    rejectedTotal,
    dryRun: row.dryRun,
    ...{ deleted, warnings },
  };
  return { ...rest, report: row.state === 'completed' ? report : null, undoRefusal: undoRefusal ?? null };
}

/** A file's name as it may be stored: what can't be shown is left out. */
function shownName(name: string): string | undefined {
  const plain = name.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '').trim();
  return plain === '' ? undefined : [...plain].slice(0, LONGEST_FILE_NAME).join('');
}
