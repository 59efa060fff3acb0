import { MARKET_SOURCES, type MarketSource } from '#lib/config';
import type { CalendarDay, JsonValue } from '#lib/kernel';
import {
  MARKET_IMPORT_STATUSES,
  BAR_SOURCES,
  type BarCounts,
  type BarSource,
  type MarketImportDetail,
  type MarketImportStatus,
  type MarketImportView,
  type RefusedFile,
  type SkippedFile,
} from '#lib/market-data';
import {
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiJson,
  ApiNumber,
  ApiObject,
  ApiText,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

class ImportedBarsResponse implements BarCounts {
  @ApiCount({ description: 'Rows of the files that went in' }) read!: number;
  @ApiCount() inserted!: number;
  @ApiCount() updated!: number;
  @ApiCount() unchanged!: number;
}

class SkippedFileResponse implements SkippedFile {
  @ApiText() file!: string;
  @ApiText() reason!: string;
}

class RefusedFileResponse extends SkippedFileResponse implements RefusedFile {
  @ApiInteger({ nullable: true, description: 'The header is 1; null: the file as a whole' }) line!: number | null;
}

export class MarketImportResponse implements MarketImportView {
  @ApiId() id!: number;
  @ApiEnum(MARKET_IMPORT_STATUSES) status!: MarketImportStatus;
  @ApiEnum(MARKET_SOURCES, { description: 'files, or demo for the generated market' }) source!: MarketSource;
  @ApiEnum(BAR_SOURCES) format!: BarSource;
  @ApiText() file!: string;
  @ApiFlag() replaceDemo!: boolean;
  @ApiJson({ nullable: true, description: '{ stage, fraction, files, bars } while it runs' }) progress!: JsonValue;
  @ApiCount({ description: 'Files of the format that were found' }) files!: number;
  @ApiCount() refusedFiles!: number;
  @ApiCount() skippedFiles!: number;
  @ApiCount() stocks!: number;
  @ApiObject(ImportedBarsResponse) bars!: ImportedBarsResponse;
  @ApiDay({ nullable: true }) from!: CalendarDay | null;
  @ApiDay({ nullable: true }) to!: CalendarDay | null;
  @ApiNumber({ nullable: true }) seconds!: number | null;
  @ApiText({ nullable: true, description: 'Why it failed' }) error!: string | null;
  @ApiInstant() startedAt!: string;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
}

export class MarketImportDetailResponse extends MarketImportResponse implements MarketImportDetail {
  @ApiObject([RefusedFileResponse], { description: 'Files with a bad line: none of their rows went in' })
  refused!: RefusedFileResponse[];
  @ApiObject([SkippedFileResponse], { description: 'Indexes, funds, bonds and B shares' })
  skipped!: SkippedFileResponse[];
  @ApiObject([SkippedFileResponse], { description: 'Files that went in, whose amounts do not fit their prices' })
  warned!: SkippedFileResponse[];
}

export class MarketImportListResponse {
  @ApiObject([MarketImportResponse]) imports!: MarketImportResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export class MarketImportAcceptedResponse {
  @ApiId() importId!: number;
  @ApiText({ example: '/api/market/imports/17' }) statusUrl!: string;
}
