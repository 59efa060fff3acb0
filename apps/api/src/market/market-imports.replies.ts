import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '#lib/kernel';
import type { MarketImportStatus } from '#lib/market-data';
import { PaginationReply } from '../http/pagination.reply';

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;
const nullableDay = { type: 'string', format: 'date', nullable: true } as const;
const instant = { type: 'string', format: 'date-time' } as const;

class ImportedBarsReply {
  @ApiProperty({ ...count, description: 'Rows of the files that went in' }) read!: number;
  @ApiProperty(count) inserted!: number;
  @ApiProperty(count) updated!: number;
  @ApiProperty(count) unchanged!: number;
}

class SkippedFileReply {
  @ApiProperty(text) file!: string;
  @ApiProperty(text) reason!: string;
}

class RefusedFileReply extends SkippedFileReply {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The header is 1; null: the file as a whole' })
  line!: number | null;
}

export class MarketImportReply {
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
  @ApiProperty({ type: ImportedBarsReply }) bars!: ImportedBarsReply;
  @ApiProperty(nullableDay) from!: string | null;
  @ApiProperty(nullableDay) to!: string | null;
  @ApiProperty({ type: 'number', nullable: true }) seconds!: number | null;
  @ApiProperty({ ...text, nullable: true, description: 'Why it failed' }) error!: string | null;
  @ApiProperty(instant) startedAt!: string;
  @ApiProperty({ ...instant, nullable: true }) finishedAt!: string | null;
}

export class MarketImportDetailReply extends MarketImportReply {
  @ApiProperty({ type: [RefusedFileReply], description: 'Files with a bad line: none of their rows went in' })
  refused!: RefusedFileReply[];
  @ApiProperty({ type: [SkippedFileReply], description: 'Indexes, funds, bonds and B shares' })
  skipped!: SkippedFileReply[];
  @ApiProperty({ type: [SkippedFileReply], description: 'Files that went in, whose amounts do not fit their prices' })
  warned!: SkippedFileReply[];
}

export class MarketImportListReply {
  @ApiProperty({ type: [MarketImportReply] }) imports!: MarketImportReply[];
  @ApiProperty({ type: PaginationReply }) pagination!: PaginationReply;
}

export class MarketImportAcceptedReply {
  @ApiProperty({ type: 'integer' }) importId!: number;
  @ApiProperty({ type: 'string', example: '/api/market/imports/17' }) statusUrl!: string;
}
