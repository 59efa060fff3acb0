import { Body, Controller, Delete, Get, Patch, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  BacklinksService,
  type CompetitorRecord,
  CompetitorsService,
  KeywordsService,
  SeoExport,
  TrendsService,
} from '#lib/seo';
import { Administrator, ApiEnvelope, PathId, RawReply } from '../http';
import { countedReply } from './counted-reply';
import { csvFile } from './csv-file';
import {
  BacklinkListReply,
  CompetitorListReply,
  CompetitorReply,
  DeletedReply,
  KeywordHistoryReply,
  KeywordListReply,
  RestoredReply,
  TrendDetailReply,
  TrendListItemReply,
  TrendListReply,
} from './seo.replies';
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
    private readonly exports: SeoExport,
  ) {}

  @Get('keywords')
  @ApiOperation({ summary: 'Keywords that contain a text, by search volume' })
  @ApiEnvelope(KeywordListReply)
  async listKeywords(@Query() query: KeywordListQuery): Promise<KeywordListReply> {
    return countedReply(await this.keywords.list(query), query);
  }

  @Get('keywords/export')
  @RawReply()
  @ApiOperation({ summary: 'All keywords as CSV, as the import reads it' })
  @ApiProduces('text/csv')
  exportKeywords(): StreamableFile {
    return csvFile(this.exports.records('keywords'), 'keywords');
  }

  @Get('keywords/:id/history')
  @ApiOperation({ summary: 'Figures that a keyword had before newer imports replaced them, the latest first' })
  @ApiEnvelope(KeywordHistoryReply)
  async keywordHistory(
    @PathId('id') id: number,
    @Query() { limit, offset }: SeoPageQuery,
  ): Promise<KeywordHistoryReply> {
    const { rows, total } = await this.keywords.history(id, { limit, offset });
    const hasMore = offset + rows.length < total;
    return { items: rows, pagination: { total, totalIsExact: true, limit, offset, hasMore } };
  }

  @Delete('keywords/:id')
  @ApiOperation({ summary: 'Delete a keyword; it can be restored' })
  @ApiEnvelope(DeletedReply)
  async removeKeyword(@PathId('id') id: number): Promise<DeletedReply> {
    await this.keywords.remove(id);
    return { id, deleted: true };
  }

  @Post('keywords/:id/restore')
  @ApiOperation({ summary: 'Bring back a deleted keyword' })
  @ApiEnvelope(RestoredReply)
  async restoreKeyword(@PathId('id') id: number): Promise<RestoredReply> {
    await this.keywords.restore(id);
    return { id, restored: true };
  }

  @Get('backlinks')
  @ApiOperation({ summary: 'Backlinks whose source URL contains a text, best first' })
  @ApiEnvelope(BacklinkListReply)
  async listBacklinks(@Query() query: BacklinkListQuery): Promise<BacklinkListReply> {
    return countedReply(await this.backlinks.list(query), query);
  }

  @Get('backlinks/export')
  @RawReply()
  @ApiOperation({ summary: 'All backlinks as CSV, deleted ones marked' })
  @ApiProduces('text/csv')
  exportBacklinks(): StreamableFile {
    return csvFile(this.exports.records('backlinks'), 'backlinks');
  }

  @Delete('backlinks/:id')
  @ApiOperation({ summary: 'Delete a backlink; it can be restored' })
  @ApiEnvelope(DeletedReply)
  async removeBacklink(@PathId('id') id: number): Promise<DeletedReply> {
    await this.backlinks.remove(id);
    return { id, deleted: true };
  }

  @Post('backlinks/:id/restore')
  @ApiOperation({ summary: 'Bring back a deleted backlink' })
  @ApiEnvelope(RestoredReply)
  async restoreBacklink(@PathId('id') id: number): Promise<RestoredReply> {
    await this.backlinks.restore(id);
    return { id, restored: true };
  }

  @Get('competitors')
  @ApiOperation({ summary: 'Competitors whose domain or name contains a text' })
  @ApiEnvelope(CompetitorListReply)
  async listCompetitors(@Query() query: SeoListQuery): Promise<CompetitorListReply> {
    return countedReply(await this.competitors.list(query), query);
  }

  @Put('competitors')
  @ApiOperation({ summary: 'Create or update the record of a competitor’s site, by its domain' })
  @ApiEnvelope(CompetitorReply)
  async saveCompetitor(@Body() body: CompetitorBody): Promise<CompetitorRecord> {
    return (await this.competitors.save(body.domain, competitorValues(body))).record;
  }

  @Get('competitors/export')
  @RawReply()
  @ApiOperation({ summary: 'All competitors as CSV, as the import reads it' })
  @ApiProduces('text/csv')
  exportCompetitors(): StreamableFile {
    return csvFile(this.exports.records('competitors'), 'competitors');
  }

  @Get('trends')
  @ApiOperation({ summary: 'Trend keywords, last updated first' })
  @ApiEnvelope(TrendListReply)
  async listTrends(@Query() query: SeoListQuery): Promise<TrendListReply> {
    return countedReply(await this.trends.list(query), query);
  }

  @Get('trends/export')
  @RawReply()
  @ApiOperation({ summary: 'All trend rows as CSV, as the import reads it' })
  @ApiProduces('text/csv')
  exportTrends(): StreamableFile {
    return csvFile(this.exports.records('trends'), 'trends');
  }

  @Get('trends/:id')
  @ApiOperation({ summary: 'A trend keyword with its newest 200 rows and its keyword record' })
  @ApiEnvelope(TrendDetailReply)
  getTrend(@PathId('id') id: number): Promise<TrendDetailReply> {
    return this.trends.get(id);
  }

  @Patch('trends/:id')
  @ApiOperation({ summary: 'Link a trend keyword to a keyword record, or to none' })
  @ApiEnvelope(TrendListItemReply)
  linkTrend(@PathId('id') id: number, @Body() { keyword_id }: LinkTrendBody): Promise<TrendListItemReply> {
    return this.trends.link(id, keyword_id);
  }
}
