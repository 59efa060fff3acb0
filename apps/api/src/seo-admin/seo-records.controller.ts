import { Body, Controller, Delete, Get, Patch, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  BacklinksService,
  type CompetitorRecord,
  CompetitorsService,
  KeywordsService,
  SeoExportService,
  TrendsService,
} from '#lib/seo';
import { Administrator, ApiEnvelope, PathId, RawResponse } from '../http';
import { countedResponse } from './counted-response';
import { csvFile } from './csv-file';
import {
  BacklinkListResponse,
  CompetitorListResponse,
  CompetitorResponse,
  DeletedResponse,
  KeywordHistoryResponse,
  KeywordListResponse,
  RestoredResponse,
  TrendDetailResponse,
  TrendListItemResponse,
  TrendListResponse,
} from './seo.responses';
import {
  BacklinkListQuery,
  CompetitorBody,
  competitorValues,
  KeywordListQuery,
  LinkTrendBody,
  SeoListQuery,
  SeoPageQuery,
} from './seo.requests';

/** The store for the console: lists, changes and exports over the same services as the lookups. */
@ApiTags('seo')
@Controller('/api/seo')
@Administrator()
export class SeoRecordsController {
  constructor(
    private readonly keywords: KeywordsService,
    private readonly trends: TrendsService,
    private readonly backlinks: BacklinksService,
    private readonly competitors: CompetitorsService,
    private readonly exports: SeoExportService,
  ) {}

  @Get('keywords')
  @ApiOperation({ summary: 'Keywords that contain a text, by search volume' })
  @ApiEnvelope(KeywordListResponse)
  async listKeywords(@Query() query: KeywordListQuery): Promise<KeywordListResponse> {
    return countedResponse(await this.keywords.list(query), query);
  }

  @Get('keywords/export')
  @RawResponse()
  @ApiOperation({ summary: 'All keywords as CSV, as the import reads it' })
  @ApiProduces('text/csv')
  exportKeywords(): StreamableFile {
    return csvFile(this.exports.records('keywords'), 'keywords');
  }

  @Get('keywords/:id/history')
  @ApiOperation({ summary: 'Figures that a keyword had before newer imports replaced them, the latest first' })
  @ApiEnvelope(KeywordHistoryResponse)
  async keywordHistory(
    @PathId('id') id: number,
    @Query() { limit, offset }: SeoPageQuery,
  ): Promise<KeywordHistoryResponse> {
    const { rows, total } = await this.keywords.history(id, { limit, offset });
    const hasMore = offset + rows.length < total;
    return { items: rows, pagination: { total, totalIsExact: true, limit, offset, hasMore } };
  }

  @Delete('keywords/:id')
  @ApiOperation({ summary: 'Delete a keyword; it can be restored' })
  @ApiEnvelope(DeletedResponse)
  async removeKeyword(@PathId('id') id: number): Promise<DeletedResponse> {
    await this.keywords.remove(id);
    return { id, deleted: true };
  }

  @Post('keywords/:id/restore')
  @ApiOperation({ summary: 'Bring back a deleted keyword' })
  @ApiEnvelope(RestoredResponse)
  async restoreKeyword(@PathId('id') id: number): Promise<RestoredResponse> {
    await this.keywords.restore(id);
    return { id, restored: true };
  }

  @Get('backlinks')
  @ApiOperation({ summary: 'Backlinks whose source URL contains a text, best first' })
  @ApiEnvelope(BacklinkListResponse)
  async listBacklinks(@Query() query: BacklinkListQuery): Promise<BacklinkListResponse> {
    return countedResponse(await this.backlinks.list(query), query);
  }

  @Get('backlinks/export')
  @RawResponse()
  @ApiOperation({ summary: 'All backlinks as CSV, deleted ones marked' })
  @ApiProduces('text/csv')
  exportBacklinks(): StreamableFile {
    return csvFile(this.exports.records('backlinks'), 'backlinks');
  }

  @Delete('backlinks/:id')
  @ApiOperation({ summary: 'Delete a backlink; it can be restored' })
  @ApiEnvelope(DeletedResponse)
  async removeBacklink(@PathId('id') id: number): Promise<DeletedResponse> {
    await this.backlinks.remove(id);
    return { id, deleted: true };
  }

  @Post('backlinks/:id/restore')
  @ApiOperation({ summary: 'Bring back a deleted backlink' })
  @ApiEnvelope(RestoredResponse)
  async restoreBacklink(@PathId('id') id: number): Promise<RestoredResponse> {
    await this.backlinks.restore(id);
    return { id, restored: true };
  }

  @Get('competitors')
  @ApiOperation({ summary: 'Competitors whose domain or name contains a text' })
  @ApiEnvelope(CompetitorListResponse)
  async listCompetitors(@Query() query: SeoListQuery): Promise<CompetitorListResponse> {
    return countedResponse(await this.competitors.list(query), query);
  }

  @Put('competitors')
  @ApiOperation({ summary: 'Create or update the record of a competitor’s site, by its domain' })
  @ApiEnvelope(CompetitorResponse)
  async saveCompetitor(@Body() body: CompetitorBody): Promise<CompetitorRecord> {
    return (await this.competitors.save(body.domain, competitorValues(body))).record;
  }

  @Get('competitors/export')
  @RawResponse()
  @ApiOperation({ summary: 'All competitors as CSV, as the import reads it' })
  @ApiProduces('text/csv')
  exportCompetitors(): StreamableFile {
    return csvFile(this.exports.records('competitors'), 'competitors');
  }

  @Get('trends')
  @ApiOperation({ summary: 'Trend keywords, last updated first' })
  @ApiEnvelope(TrendListResponse)
  async listTrends(@Query() query: SeoListQuery): Promise<TrendListResponse> {
    return countedResponse(await this.trends.list(query), query);
  }

  @Get('trends/export')
  @RawResponse()
  @ApiOperation({ summary: 'All trend rows as CSV, as the import reads it' })
  @ApiProduces('text/csv')
  exportTrends(): StreamableFile {
    return csvFile(this.exports.records('trends'), 'trends');
  }

  @Get('trends/:id')
  @ApiOperation({ summary: 'A trend keyword with its newest 200 rows and its keyword record' })
  @ApiEnvelope(TrendDetailResponse)
  getTrend(@PathId('id') id: number): Promise<TrendDetailResponse> {
    return this.trends.get(id);
  }

  @Patch('trends/:id')
  @ApiOperation({ summary: 'Link a trend keyword to a keyword record, or to none' })
  @ApiEnvelope(TrendListItemResponse)
  linkTrend(@PathId('id') id: number, @Body() { keyword_id }: LinkTrendBody): Promise<TrendListItemResponse> {
    return this.trends.link(id, keyword_id);
  }
}
