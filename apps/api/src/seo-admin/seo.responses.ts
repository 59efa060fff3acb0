import { ApiProperty, OmitType } from '@nestjs/swagger';
import {
  type CompetitorValues,
  IMPORT_WARNINGS,
  type ImportProgress,
  type ImportUndo,
  type ImportWarning,
  SEO_KINDS,
  type SeoKind,
  UNDO_REFUSALS,
  type UndoRefusal,
} from '#lib/seo';
import { RejectedRowResponse } from '../positions/positions.responses';

const NUMBER = { type: 'number', nullable: true } as const;
const TEXT = { type: 'string', nullable: true } as const;
const INSTANT = { type: 'string', format: 'date-time' } as const;

export class KeywordResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', example: 'running shoes' }) keyword!: string;
  @ApiProperty({ ...NUMBER, example: 1300 }) searchVolume!: number | null;
  @ApiProperty({ ...NUMBER, description: '0 to 100' }) keywordDifficulty!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Cost per click, in cpcCurrency' }) cpc!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Paid competition, 0 to 1' }) competition!: number | null;
  @ApiProperty({ ...TEXT, example: '1230000' }) numberOfResults!: string | null;
  @ApiProperty(NUMBER) trendScore!: number | null;
  @ApiProperty(NUMBER) commercialScore!: number | null;
  @ApiProperty(NUMBER) overallScore!: number | null;
  @ApiProperty(NUMBER) kws!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Of a site itself, as the next three' }) clicks!: number | null;
  @ApiProperty(NUMBER) impressions!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Percent' }) ctr!: number | null;
  @ApiProperty({ ...NUMBER, description: 'On average' }) position!: number | null;
  @ApiProperty({ type: 'string', example: 'en', description: 'und where it is not known' }) language!: string;
  @ApiProperty({ ...TEXT, example: 'us' }) market!: string | null;
  @ApiProperty({ type: 'string', example: 'semrush' }) source!: string;
  @ApiProperty({ ...TEXT, example: 'USD' }) cpcCurrency!: string | null;
  @ApiProperty(TEXT) metricSource!: string | null;
  @ApiProperty({ type: 'string', format: 'date', nullable: true }) asOf!: string | null;
}

export class KeywordRowResponse extends KeywordResponse {
  @ApiProperty(INSTANT) createdAt!: string;
  @ApiProperty(INSTANT) updatedAt!: string;
  @ApiProperty({ ...INSTANT, nullable: true }) deletedAt!: string | null;
}

export class TrendRowResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string' }) query!: string;
  @ApiProperty({ ...NUMBER, description: 'Null without data and on a breakout' }) trendsValue!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The window in hours' }) period!: number | null;
  @ApiProperty({ type: 'boolean' }) hasData!: boolean;
  @ApiProperty(TEXT) trendLink!: string | null;
  @ApiProperty({ type: 'string', example: 'rising_searches' }) listType!: string;
  @ApiProperty(INSTANT) collectedAt!: string;
  @ApiProperty({ ...INSTANT, nullable: true }) trendDate!: string | null;
  @ApiProperty({ type: 'integer', description: 'Id of the trend keyword' }) keywordId!: number;
  @ApiProperty({ type: 'string', enum: ['index', 'rise_pct'] }) valueKind!: 'index' | 'rise_pct';
  @ApiProperty({ type: 'boolean' }) breakout!: boolean;
}

export class TrendResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string' }) keyword!: string;
  @ApiProperty({ ...TEXT, example: 'past_4_hours' }) period!: string | null;
  @ApiProperty({ ...TEXT, example: 'US', description: 'null: the whole world' }) geo!: string | null;
  @ApiProperty({ type: 'integer', description: 'Queries that it has' }) keywordCount!: number;
  @ApiProperty(INSTANT) createdAt!: string;
  @ApiProperty(INSTANT) updatedAt!: string;
  @ApiProperty({ type: [TrendRowResponse], description: 'The newest 10' }) trendData!: TrendRowResponse[];
  @ApiProperty({ type: KeywordResponse, nullable: true }) seoData!: KeywordResponse | null;
}

export class TrendDetailResponse extends TrendResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'null: seoData, where there is one, was found by its text',
  })
  linkedKeywordId!: number | null;
}

export class TrendListItemResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string' }) keyword!: string;
  @ApiProperty(TEXT) period!: string | null;
  @ApiProperty({ ...TEXT, example: 'US', description: 'null: the whole world' }) geo!: string | null;
  @ApiProperty({ type: 'integer' }) keywordCount!: number;
  @ApiProperty({ type: 'integer', nullable: true }) linkedKeywordId!: number | null;
  @ApiProperty(INSTANT) createdAt!: string;
  @ApiProperty(INSTANT) updatedAt!: string;
}

/** Its keys are snake_case, by contract. */
export class CompetitorResponse implements CompetitorValues {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty(TEXT) name!: string | null;
  @ApiProperty({ type: 'string', example: 'example.com' }) domain!: string;
  @ApiProperty(TEXT) description!: string | null;
  @ApiProperty({ ...TEXT, example: '1200000' }) monthly_visits!: string | null;
  @ApiProperty({ ...INSTANT, nullable: true }) created_date!: string | null;
  @ApiProperty(NUMBER) page_count!: number | null;
  @ApiProperty(NUMBER) pages_per_visit!: number | null;
  @ApiProperty(NUMBER) backlinks!: number | null;
  @ApiProperty(NUMBER) public_revenue!: number | null;
  @ApiProperty(NUMBER) cpm_rate!: number | null;
  @ApiProperty(NUMBER) global_rank!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Seconds' }) avg_duration!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Percent' }) bounce_rate!: number | null;
  @ApiProperty({ ...NUMBER, description: 'Percent' }) search_traffic_ratio!: number | null;
  @ApiProperty(TEXT) notes!: string | null;
  @ApiProperty(TEXT) tags!: string | null;
  @ApiProperty(INSTANT) created_at!: string;
  @ApiProperty(INSTANT) updated_at!: string;
}

export class BacklinkRowResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string' }) fromUrl!: string;
  @ApiProperty(TEXT) toUrl!: string | null;
  @ApiProperty(TEXT) anchor!: string | null;
  @ApiProperty(TEXT) title!: string | null;
  @ApiProperty(NUMBER) qualityScore!: number | null;
  @ApiProperty(NUMBER) pageAuthority!: number | null;
  @ApiProperty(NUMBER) semrushAscore!: number | null;
  @ApiProperty(NUMBER) ahrefsUr!: number | null;
  @ApiProperty(NUMBER) domainAuthority!: number | null;
  @ApiProperty({ type: 'boolean', description: 'The vendor no longer finds the link' }) isLost!: boolean;
  @ApiProperty({ type: 'boolean', nullable: true }) nofollow!: boolean | null;
  @ApiProperty(TEXT) source!: string | null;
  @ApiProperty({ type: 'string', format: 'date', nullable: true }) firstSeen!: string | null;
  @ApiProperty({ type: 'string', format: 'date', nullable: true }) lastSeen!: string | null;
  @ApiProperty(INSTANT) createdAt!: string;
  @ApiProperty(INSTANT) updatedAt!: string;
  @ApiProperty({ ...INSTANT, nullable: true }) deletedAt!: string | null;
}

/** What a page tells of the whole list; a long list is counted up to 10,000. */
export class CountedPaginationResponse {
  @ApiProperty({ type: 'integer', description: 'At most 10,000' }) total!: number;
  @ApiProperty({ type: 'boolean', description: 'false: there are more than `total`' }) totalIsExact!: boolean;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: 'integer' }) offset!: number;
  @ApiProperty({ type: 'boolean' }) hasMore!: boolean;
}

export class KeywordHistoryRowResponse extends OmitType(KeywordResponse, [
  'id',
  'keyword',
  'language',
  'market',
  'source',
]) {
  @ApiProperty({ ...INSTANT, description: 'When these figures were stored' }) storedAt!: string;
  @ApiProperty({ ...INSTANT, description: 'When others took their place' }) replacedAt!: string;
  @ApiProperty({ type: 'integer', description: 'Id of the import that replaced them' }) replacedBy!: number;
}

export class KeywordHistoryResponse {
  @ApiProperty({ type: [KeywordHistoryRowResponse], description: 'Those that were replaced last first' })
  items!: KeywordHistoryRowResponse[];
  @ApiProperty({ type: CountedPaginationResponse }) pagination!: CountedPaginationResponse;
}

export class KeywordListResponse {
  @ApiProperty({ type: [KeywordRowResponse], description: 'By search volume, highest first' })
  items!: KeywordRowResponse[];
  @ApiProperty({ type: CountedPaginationResponse }) pagination!: CountedPaginationResponse;
}

export class TrendListResponse {
  @ApiProperty({ type: [TrendListItemResponse], description: 'Last updated first' }) items!: TrendListItemResponse[];
  @ApiProperty({ type: CountedPaginationResponse }) pagination!: CountedPaginationResponse;
}

export class CompetitorListResponse {
  @ApiProperty({ type: [CompetitorResponse], description: 'By domain' }) items!: CompetitorResponse[];
  @ApiProperty({ type: CountedPaginationResponse }) pagination!: CountedPaginationResponse;
}

export class BacklinkListResponse {
  @ApiProperty({ type: [BacklinkRowResponse], description: 'Best first' }) items!: BacklinkRowResponse[];
  @ApiProperty({ type: CountedPaginationResponse }) pagination!: CountedPaginationResponse;
}

export class DeletedResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}

export class RestoredResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'boolean', enum: [true] }) restored!: true;
}

export class ImportAcceptedResponse {
  @ApiProperty({ type: 'integer' }) importId!: number;
  @ApiProperty({ type: 'integer' }) jobId!: number;
  @ApiProperty({ type: 'string', example: '/api/admin/imports/7' }) statusUrl!: string;
}

export class ImportProgressResponse {
  @ApiProperty({ type: 'string', enum: ['reading', 'storing', 'tidying'] }) stage!: ImportProgress['stage'];
  @ApiProperty({ type: 'number', description: '0 to 1 of the stage' }) fraction!: number;
  @ApiProperty({ type: 'integer', description: 'Good rows read' }) rows!: number;
  @ApiProperty({ type: 'integer', description: 'Rows stored' }) stored!: number;
  @ApiProperty({ type: 'integer' }) rejected!: number;
}

export class SeoImportReportResponse {
  @ApiProperty({ type: 'integer' }) created!: number;
  @ApiProperty({ type: 'integer' }) updated!: number;
  @ApiProperty({ type: 'integer', description: 'Stored already, with the same values' }) unchanged!: number;
  @ApiProperty({ type: 'integer', description: 'Rows whose key comes again later in the file; the last one counts' })
  duplicate!: number;
  @ApiProperty({ type: [RejectedRowResponse], description: 'The first 1,000; the file of rejected rows has all' })
  rejected!: RejectedRowResponse[];
  @ApiProperty({ type: 'integer' }) rejectedTotal!: number;
  @ApiProperty({ type: 'boolean' }) dryRun!: boolean;
  @ApiProperty({ type: 'integer', description: 'Rows whose record was deleted by a person and stays so' })
  deleted!: number;
  @ApiProperty({ type: 'string', isArray: true, enum: [...IMPORT_WARNINGS] }) warnings!: ImportWarning[];
}

export class ColumnUseResponse {
  @ApiProperty({ type: 'string', description: 'As the header has it' }) column!: string;
  @ApiProperty({ ...TEXT, example: 'search_volume', description: 'What it is read as; null: it is left alone' })
  field!: string | null;
}

export class ImportUndoResponse {
  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'completed', 'failed'] }) state!: ImportUndo['state'];
  @ApiProperty({ type: 'integer' }) jobId!: number;
  @ApiProperty({ type: 'integer', description: 'Records that have their values from before the import' })
  restored!: number;
  @ApiProperty({ type: 'integer', description: 'Records that the import had made' }) removed!: number;
  @ApiProperty({ type: 'integer', description: 'Records that were changed since, and stay as they are' }) kept!: number;
  @ApiProperty({ ...TEXT, description: 'Why it failed' }) error!: string | null;
  @ApiProperty({ ...INSTANT, nullable: true }) finishedAt!: string | null;
}

export class SeoImportResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', enum: [...SEO_KINDS] }) kind!: SeoKind;
  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'completed', 'failed'] }) state!: string;
  @ApiProperty({ type: 'boolean' }) dryRun!: boolean;
  @ApiProperty({ ...TEXT, example: 'semrush', description: 'What the file is; null until it was read' })
  format!: string | null;
  @ApiProperty({
    type: [ColumnUseResponse],
    nullable: true,
    description: 'What becomes of each column; null until the file was read, empty where its form has no column names',
  })
  columns!: ColumnUseResponse[] | null;
  @ApiProperty(TEXT) fileName!: string | null;
  @ApiProperty({ type: 'integer' }) bytes!: number;
  @ApiProperty({ type: ImportProgressResponse, nullable: true }) progress!: ImportProgressResponse | null;
  @ApiProperty({ type: SeoImportReportResponse, nullable: true, description: 'Once it is completed' })
  report!: SeoImportReportResponse | null;
  @ApiProperty({ ...TEXT, description: 'Why it failed' }) error!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) jobId!: number | null;
  @ApiProperty({ type: 'integer', description: 'Id of the user' }) startedBy!: number;
  @ApiProperty(INSTANT) createdAt!: string;
  @ApiProperty({ ...INSTANT, nullable: true }) finishedAt!: string | null;
  @ApiProperty({
    type: ImportUndoResponse,
    nullable: true,
    description: 'How its undo stands; null where nobody asked for one',
  })
  undo!: ImportUndoResponse | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: [...UNDO_REFUSALS, null],
    description: 'Why it can not be undone; null where it can',
  })
  undoRefusal!: UndoRefusal | null;
}

export class SeoImportListResponse {
  @ApiProperty({ type: [SeoImportResponse], description: 'Newest first; their reports list no rejected rows' })
  items!: SeoImportResponse[];
  @ApiProperty({ type: CountedPaginationResponse }) pagination!: CountedPaginationResponse;
}
