import { Body, Controller, Delete, Post, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { BacklinksService } from '#lib/seo';
import { Administrator, ApiEnvelope, KeyHeader, PathId } from '../http';
import { BacklinkFailureFilter } from './backlink-failure.filter';
import { ContractResponse } from './contract-response';
import { DeletedResponse } from './seo.responses';
import { BacklinkQueryBody } from './seo.requests';

@ApiTags('seo lookup')
@Controller('/api/admin/backlinks')
export class BacklinkLookupController {
  constructor(private readonly backlinks: BacklinksService) {}

  @Post('query-by-source')
  @KeyHeader({ administrator: true })
  @UseFilters(BacklinkFailureFilter)
  @ApiOperation({ summary: 'The best source URLs of a domain' })
  @ContractResponse({
    beside: { domain: { type: 'string' }, count: { type: 'integer' } },
    always: ['domain', 'count'],
  })
  async bySource(
    @Body() { sourceUrl: domain, match }: BacklinkQueryBody,
  ): Promise<{ success: true; data: string[]; domain: string; count: number }> {
    const data = await this.backlinks.bySource(domain, match);
    return { success: true, data, domain, count: data.length };
  }

  @Delete(':id')
  @Administrator({ keyHeader: true })
  @ApiOperation({ summary: 'Delete a backlink; it can be restored' })
  @ApiEnvelope(DeletedResponse)
  async remove(@PathId('id') id: number): Promise<DeletedResponse> {
    await this.backlinks.remove(id);
    return { id, deleted: true };
  }
}
