import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type TrendRecord, TrendsService } from '#lib/seo';
import { ApiEnvelope, KeyHeader } from '../http';
import { TrendResponse } from './seo.responses';
import { TrendSearchBody } from './seo.requests';

@ApiTags('seo lookup')
@Controller('/api/admin/search-engine-trends-keyword')
export class TrendSearchController {
  constructor(private readonly trends: TrendsService) {}

  @Post('search')
  @KeyHeader()
  @ApiOperation({ summary: 'Look up a trend keyword with its newest rows and its keyword record' })
  @ApiEnvelope(TrendResponse, { errors: { 404: 'no trend keyword was found' } })
  search(@Body() { keyword, period, geo }: TrendSearchBody): Promise<TrendRecord> {
    return this.trends.find(keyword, period, geo);
  }
}
