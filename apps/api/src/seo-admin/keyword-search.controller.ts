import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type KeywordRecord, KeywordsService } from '#lib/seo';
import { KeyHeader } from '../http';
import { ContractResponse } from './contract-response';
import { KeywordResponse } from './seo.responses';
import { KeywordSearchBody } from './seo.requests';

type KeywordSearchResponse =
  { success: true; data: KeywordRecord } | { success: true; data: KeywordRecord[]; count: number };

@ApiTags('seo lookup')
@Controller('/api/admin/seo-ranking')
export class KeywordSearchController {
  constructor(private readonly keywords: KeywordsService) {}

  @Post('keyword-search')
  @KeyHeader()
  @ApiOperation({ summary: 'Look up a keyword: the one that equals, or those that contain it' })
  @ContractResponse({
    one: KeywordResponse,
    many: KeywordResponse,
    beside: { count: { type: 'integer' } },
    errors: { 404: 'no keyword was found' },
  })
  async search(@Body() { keyword, searchMode, limit, language }: KeywordSearchBody): Promise<KeywordSearchResponse> {
    if (searchMode === 'exact') return { success: true, data: await this.keywords.exact(keyword, language) };
    const data = await this.keywords.fuzzy(keyword, limit, language);
    return { success: true, data, count: data.length };
  }
}
