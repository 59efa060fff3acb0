import { OmitType } from '@nestjs/swagger';
import {
  type BacklinkRow,
  type ColumnUse,
  type CompetitorValues,
  IMPORT_STAGES,
  IMPORT_STATES,
  IMPORT_WARNINGS,
  type ImportProgress,
  type ImportState,
  type ImportUndo,
  type ImportWarning,
  type KeywordHistoryRow,
  type KeywordRecord,
  type KeywordRow,
  SEO_KINDS,
  type SeoKind,
  type TrendDetail,
  type TrendListRow,
  type TrendRecord,
  type TrendRowRecord,
  UNDO_REJECTIONS,
  type UndoRejection,
  VALUE_KINDS,
} from '#lib/seo';
import { ApiDay, ApiEnum, ApiFlag, ApiId, ApiInstant, ApiInteger, ApiNumber, ApiObject, ApiText } from '../http';
import { RejectedRowResponse } from '../positions/positions.responses';

export class KeywordResponse implements KeywordRecord {
  @ApiId() id!: number;
  @ApiText({ example: 'running shoes' }) keyword!: string;
  @ApiNumber({ nullable: true, example: 1300 }) searchVolume!: number | null;
  @ApiNumber({ nullable: true, description: '0 to 100' }) keywordDifficulty!: number | null;
  @ApiNumber({ nullable: true, description: 'Cost per click, in cpcCurrency' }) cpc!: number | null;
  @ApiNumber({ nullable: true, description: 'Paid competition, 0 to 1' }) competition!: number | null;
  @ApiText({ nullable: true, example: '1230000' }) numberOfResults!: string | null;
  @ApiNumber({ nullable: true }) trendScore!: number | null;
  @ApiNumber({ nullable: true }) commercialScore!: number | null;
  @ApiNumber({ nullable: true }) overallScore!: number | null;
  @ApiNumber({ nullable: true }) kws!: number | null;
  @ApiNumber({ nullable: true, description: 'Of a site itself, as the next three' }) clicks!: number | null;
  @ApiNumber({ nullable: true }) impressions!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent' }) ctr!: number | null;
  @ApiNumber({ nullable: true, description: 'On average' }) position!: number | null;
  @ApiText({ example: 'en', description: 'und where it is not known' }) language!: string;
  @ApiText({ nullable: true, example: 'us' }) market!: string | null;
  @ApiText({ example: 'semrush' }) source!: string;
  @ApiText({ nullable: true, example: 'USD' }) cpcCurrency!: string | null;
  @ApiText({ nullable: true }) metricSource!: string | null;
  @ApiDay({ nullable: true }) asOf!: string | null;
}

export class KeywordRowResponse extends KeywordResponse implements KeywordRow {
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
  @ApiInstant({ nullable: true }) deletedAt!: string | null;
}

export class TrendRowResponse implements TrendRowRecord {
  @ApiId() id!: number;
  @ApiText() query!: string;
  @ApiNumber({ nullable: true, description: 'Null without data and on a breakout' }) trendsValue!: number | null;
  @ApiInteger({ nullable: true, description: 'The window in hours' }) period!: number | null;
  @ApiFlag() hasData!: boolean;
  @ApiText({ nullable: true }) trendLink!: string | null;
  @ApiText({ example: 'rising_searches' }) listType!: string;
  @ApiInstant() collectedAt!: string;
  @ApiInstant({ nullable: true }) trendDate!: string | null;
  @ApiId({ description: 'Id of the trend keyword' }) keywordId!: number;
  @ApiEnum(VALUE_KINDS) valueKind!: 'index' | 'rise_pct';
  @ApiFlag() breakout!: boolean;
}

export class TrendResponse implements TrendRecord {
  @ApiId() id!: number;
  @ApiText() keyword!: string;
  @ApiText({ nullable: true, example: 'past_4_hours' }) period!: string | null;
  @ApiText({ nullable: true, example: 'US', description: 'null: the whole world' }) geo!: string | null;
  @ApiInteger({ description: 'Queries that it has' }) keywordCount!: number;
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
  @ApiObject([TrendRowResponse], { description: 'The newest 10' }) trendData!: TrendRowResponse[];
  @ApiObject(KeywordResponse, { nullable: true }) seoData!: KeywordResponse | null;
}

export class TrendDetailResponse extends TrendResponse implements TrendDetail {
  @ApiId({ nullable: true, description: 'null: seoData, where there is one, was found by its text' })
  linkedKeywordId!: number | null;
}

export class TrendListItemResponse implements TrendListRow {
  @ApiId() id!: number;
  @ApiText() keyword!: string;
  @ApiText({ nullable: true }) period!: string | null;
  @ApiText({ nullable: true, example: 'US', description: 'null: the whole world' }) geo!: string | null;
  @ApiInteger() keywordCount!: number;
  @ApiId({ nullable: true }) linkedKeywordId!: number | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
}

/** Its keys are snake_case, by contract. */
export class CompetitorResponse implements CompetitorValues {
  @ApiId() id!: number;
  @ApiText({ nullable: true }) name!: string | null;
  @ApiText({ example: 'example.com' }) domain!: string;
  @ApiText({ nullable: true }) description!: string | null;
  @ApiText({ nullable: true, example: '1200000' }) monthly_visits!: string | null;
  @ApiInstant({ nullable: true }) created_date!: string | null;
  @ApiNumber({ nullable: true }) page_count!: number | null;
  @ApiNumber({ nullable: true }) pages_per_visit!: number | null;
  @ApiNumber({ nullable: true }) backlinks!: number | null;
  @ApiNumber({ nullable: true }) public_revenue!: number | null;
  @ApiNumber({ nullable: true }) cpm_rate!: number | null;
  @ApiNumber({ nullable: true }) global_rank!: number | null;
  @ApiNumber({ nullable: true, description: 'Seconds' }) avg_duration!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent' }) bounce_rate!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent' }) search_traffic_ratio!: number | null;
  @ApiText({ nullable: true }) notes!: string | null;
  @ApiText({ nullable: true }) tags!: string | null;
  @ApiInstant() created_at!: string;
  @ApiInstant() updated_at!: string;
}

export class BacklinkRowResponse implements BacklinkRow {
  @ApiId() id!: number;
  @ApiText() fromUrl!: string;
  @ApiText({ nullable: true }) toUrl!: string | null;
  @ApiText({ nullable: true }) anchor!: string | null;
  @ApiText({ nullable: true }) title!: string | null;
  @ApiNumber({ nullable: true }) qualityScore!: number | null;
  @ApiNumber({ nullable: true }) pageAuthority!: number | null;
  @ApiNumber({ nullable: true }) semrushAscore!: number | null;
  @ApiNumber({ nullable: true }) ahrefsUr!: number | null;
  @ApiNumber({ nullable: true }) domainAuthority!: number | null;
  @ApiFlag({ description: 'The vendor no longer finds the link' }) isLost!: boolean;
  @ApiFlag({ nullable: true }) nofollow!: boolean | null;
  @ApiText({ nullable: true }) source!: string | null;
  @ApiDay({ nullable: true }) firstSeen!: string | null;
  @ApiDay({ nullable: true }) lastSeen!: string | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
  @ApiInstant({ nullable: true }) deletedAt!: string | null;
}

/** What a page tells of the whole list; a long list is counted up to 10,000. */
export class CountedPaginationResponse {
  @ApiInteger({ description: 'At most 10,000' }) total!: number;
  @ApiFlag({ description: 'false: there are more than `total`' }) totalIsExact!: boolean;
  @ApiInteger() limit!: number;
  @ApiInteger() offset!: number;
  @ApiFlag() hasMore!: boolean;
}

export class KeywordHistoryRowResponse
  extends OmitType(KeywordResponse, ['id', 'keyword', 'language', 'market', 'source'])
  implements KeywordHistoryRow
{
  @ApiInstant({ description: 'When these figures were stored' }) storedAt!: string;
  @ApiInstant({ description: 'When others took their place' }) replacedAt!: string;
  @ApiId({ description: 'Id of the import that replaced them' }) replacedBy!: number;
}

export class KeywordHistoryResponse {
  @ApiObject([KeywordHistoryRowResponse], { description: 'Those that were replaced last first' })
  items!: KeywordHistoryRowResponse[];
  @ApiObject(CountedPaginationResponse) pagination!: CountedPaginationResponse;
}

export class KeywordListResponse {
  @ApiObject([KeywordRowResponse], { description: 'By search volume, highest first' }) items!: KeywordRowResponse[];
  @ApiObject(CountedPaginationResponse) pagination!: CountedPaginationResponse;
}

export class TrendListResponse {
  @ApiObject([TrendListItemResponse], { description: 'Last updated first' }) items!: TrendListItemResponse[];
  @ApiObject(CountedPaginationResponse) pagination!: CountedPaginationResponse;
}

export class CompetitorListResponse {
  @ApiObject([CompetitorResponse], { description: 'By domain' }) items!: CompetitorResponse[];
  @ApiObject(CountedPaginationResponse) pagination!: CountedPaginationResponse;
}

export class BacklinkListResponse {
  @ApiObject([BacklinkRowResponse], { description: 'Best first' }) items!: BacklinkRowResponse[];
  @ApiObject(CountedPaginationResponse) pagination!: CountedPaginationResponse;
}

export class DeletedResponse {
  @ApiId() id!: number;
  @ApiEnum([true]) deleted!: true;
}

export class RestoredResponse {
  @ApiId() id!: number;
  @ApiEnum([true]) restored!: true;
}

export class ImportAcceptedResponse {
  @ApiId() importId!: number;
  @ApiId() jobId!: number;
  @ApiText({ example: '/api/admin/imports/7' }) statusUrl!: string;
}

export class ImportProgressResponse implements ImportProgress {
  @ApiEnum(IMPORT_STAGES) stage!: ImportProgress['stage'];
  @ApiNumber({ description: '0 to 1 of the stage' }) fraction!: number;
  @ApiInteger({ description: 'Good rows read' }) rows!: number;
  @ApiInteger({ description: 'Rows stored' }) stored!: number;
  @ApiInteger() rejected!: number;
}

export class SeoImportReportResponse {
  @ApiInteger() created!: number;
  @ApiInteger() updated!: number;
  @ApiInteger({ description: 'Stored already, with the same values' }) unchanged!: number;
  @ApiInteger({ description: 'Rows whose key comes again later in the file; the last one counts' }) duplicate!: number;
  @ApiObject([RejectedRowResponse], { description: 'The first 1,000; the file of rejected rows has all' })
  rejected!: RejectedRowResponse[];
  @ApiInteger() rejectedTotal!: number;
  @ApiFlag() dryRun!: boolean;
  @ApiInteger({ description: 'Rows whose record was deleted by a person and stays so' }) deleted!: number;
  @ApiEnum(IMPORT_WARNINGS, { isArray: true }) warnings!: ImportWarning[];
}

export class ColumnUseResponse implements ColumnUse {
  @ApiText({ description: 'As the header has it' }) column!: string;
  @ApiText({ nullable: true, example: 'search_volume', description: 'What it is read as; null: it is left alone' })
  field!: string | null;
}

export class ImportUndoResponse implements ImportUndo {
  @ApiEnum(IMPORT_STATES) state!: ImportState;
  @ApiId() jobId!: number;
  @ApiInteger({ description: 'Records that have their values from before the import' }) restored!: number;
  @ApiInteger({ description: 'Records that the import had made' }) removed!: number;
  @ApiInteger({ description: 'Records that were changed since, and stay as they are' }) kept!: number;
  @ApiText({ nullable: true, description: 'Why it failed' }) error!: string | null;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
}

export class SeoImportResponse {
  @ApiId() id!: number;
  @ApiEnum(SEO_KINDS) kind!: SeoKind;
  @ApiEnum(IMPORT_STATES) state!: ImportState;
  @ApiFlag() dryRun!: boolean;
  @ApiText({ nullable: true, example: 'semrush', description: 'What the file is; null until it was read' })
  format!: string | null;
  @ApiObject([ColumnUseResponse], {
    nullable: true,
    description: 'What becomes of each column; null until the file was read, empty where its form has no column names',
  })
  columns!: ColumnUseResponse[] | null;
  @ApiText({ nullable: true }) fileName!: string | null;
  @ApiInteger() bytes!: number;
  @ApiObject(ImportProgressResponse, { nullable: true }) progress!: ImportProgressResponse | null;
  @ApiObject(SeoImportReportResponse, { nullable: true, description: 'Once it is completed' })
  report!: SeoImportReportResponse | null;
  @ApiText({ nullable: true, description: 'Why it failed' }) error!: string | null;
  @ApiId({ nullable: true }) jobId!: number | null;
  @ApiId({ description: 'Id of the user' }) startedBy!: number;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
  @ApiObject(ImportUndoResponse, {
    nullable: true,
    description: 'How its undo stands; null where nobody asked for one',
  })
  undo!: ImportUndoResponse | null;
  @ApiEnum(UNDO_REJECTIONS, { nullable: true, description: 'Why it can not be undone; null where it can' })
  undoRefusal!: UndoRejection | null;
}

export class SeoImportListResponse {
  @ApiObject([SeoImportResponse], { description: 'Newest first; their reports list no rejected rows' })
  items!: SeoImportResponse[];
  @ApiObject(CountedPaginationResponse) pagination!: CountedPaginationResponse;
}
