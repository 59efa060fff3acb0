import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '#lib/kernel';
import type { MarketImportStatus } from '#lib/market-data';
import { PaginationResponse } from '../http/pagination.response';

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;
const nullableDay = { type: 'string', format: 'date', nullable: true } as const;
const instant = { type: 'string', format: 'date-time' } as const;

class ImportedBarsResponse {
  @ApiProperty({ ...count, description: 'Rows of the files that went in' }) read!: number;
  @ApiProperty(count) inserted!: number;
  @ApiProperty(count) updated!: number;
  @ApiProperty(count) unchanged!: number;
}

class SkippedFileResponse {
  @ApiProperty(text) file!: string;
  @ApiProperty(text) reason!: string;
}

class RefusedFileResponse extends SkippedFileResponse {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The header is 1; null: the file as a whole' })
  line!: number | null;
}

export class MarketImportResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ ...text, enum: ['queued', 'running', 'completed', 'failed'] }) status!: MarketImportStatus;
  @ApiProperty({ ...text, description: 'files, or demo for the generated market' }) source!: string;
  @ApiProperty(text) format!: string;
  @ApiProperty(text) file!: string;
  @ApiProperty({ type: 'boolean' }) replaceDemo!: boolean;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: '{ stage, fraction, files, bars } while it runs',
  })
  progress!: JsonValue;
  @ApiProperty({ ...count, description: 'Files of the format that were found' }) files!: number;
  @ApiProperty(count) refusedFiles!: number;
  @ApiProperty(count) skippedFiles!: number;
  @ApiProperty(count) stocks!: number;
  @ApiProperty({ type: ImportedBarsResponse }) bars!: ImportedBarsResponse;
  @ApiProperty(nullableDay) from!: string | null;
  @ApiProperty(nullableDay) to!: string | null;
  @ApiProperty({ type: 'number', nullable: true }) seconds!: number | null;
  @ApiProperty({ ...text, nullable: true, description: 'Why it failed' }) error!: string | null;
  @ApiProperty(instant) startedAt!: string;
  @ApiProperty({ ...instant, nullable: true }) finishedAt!: string | null;
}

export class MarketImportDetailResponse extends MarketImportResponse {
  @ApiProperty({ type: [RefusedFileResponse], description: 'Files with a bad line: none of their rows went in' })
  refused!: RefusedFileResponse[];
  @ApiProperty({ type: [SkippedFileResponse], description: 'Indexes, funds, bonds and B shares' })
  skipped!: SkippedFileResponse[];
  @ApiProperty({
    type: [SkippedFileResponse],
    description: 'Files that went in, whose amounts do not fit their prices',
  })
  warned!: SkippedFileResponse[];
}

export class MarketImportListResponse {
  @ApiProperty({ type: [MarketImportResponse] }) imports!: MarketImportResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}

export class MarketImportAcceptedResponse {
  @ApiProperty({ type: 'integer' }) importId!: number;
  @ApiProperty({ type: 'string', example: '/api/market/imports/17' }) statusUrl!: string;
}
