import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type CompetitorRecord, CompetitorsService } from '#lib/seo';
import { KeyHeader } from '../http';
import { ContractResponse } from './contract-response';
import { CompetitorResponse } from './seo.responses';
import { CompetitorBody, competitorValues } from './seo.requests';

@ApiTags('seo lookup')
@Controller('/api/admin/competitor-websites')
export class CompetitorWebsitesController {
  constructor(private readonly competitors: CompetitorsService) {}

  @Post()
  @KeyHeader({ administrator: true, bearer: true, scope: 'write' })
  @ApiOperation({ summary: 'Create or update the record of a competitor’s site, by its domain' })
  @ContractResponse({ one: CompetitorResponse, beside: { message: { type: 'string' } }, always: ['message'] })
  async save(@Body() body: CompetitorBody): Promise<{ success: true; data: CompetitorRecord; message: string }> {
    const { record, created } = await this.competitors.save(body.domain, competitorValues(body));
    const message = created
      ? 'created successfully: the competitor website is stored'
      : 'updated successfully: the data of the competitor website was updated';
    return { success: true, data: record, message };
  }
}
