import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { marketNotices, MarketState } from '#lib/market-data';
import { SessionsService } from '#lib/tracking';
import { ApiEnvelope, PathId, Public } from '../http';
import { pagination } from '../http/pagination.reply';
import { SessionDetailReply, SessionListReply } from './session.replies';
import { SessionListQuery } from './session.requests';

@ApiTags('sessions')
@Controller('api/stock-cycle/sessions')
export class SessionsController {
  constructor(
    @Inject(SessionsService) private readonly sessions: SessionsService,
    @Inject(MarketState) private readonly market: MarketState,
  ) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'Tracking sessions' })
  @ApiEnvelope(SessionListReply)
  async list(@Query() query: SessionListQuery): Promise<SessionListReply> {
    const { sessions, total } = await this.sessions.list({ ...query, code: query.code });
    return { sessions, pagination: pagination(query, total), warnings: await this.warnings() };
  }

  @Get(':id')
  @Public()
  @ApiOperation({ summary: 'One tracking session' })
  @ApiEnvelope(SessionDetailReply)
  async get(@PathId('id') id: number): Promise<SessionDetailReply> {
    return { session: await this.sessions.get(id), warnings: await this.warnings() };
  }

  private async warnings(): Promise<string[]> {
    return marketNotices((await this.market.read()).source);
  }
}
