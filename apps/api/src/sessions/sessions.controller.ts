import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { SessionsService } from '#lib/tracking';
import { ApiEnvelope, PathId, Public } from '../http';
import { pagination } from '../http/pagination.reply';
import { SessionDetailReply, SessionListReply } from './session.replies';
import { SessionListQuery } from './session.requests';

@ApiTags('sessions')
@Controller('api/stock-cycle/sessions')
export class SessionsController {
  constructor(@Inject(SessionsService) private readonly sessions: SessionsService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'Tracking sessions' })
  @ApiEnvelope(SessionListReply)
  async list(@Query() query: SessionListQuery): Promise<SessionListReply> {
    const { sessions, total } = await this.sessions.list({ ...query, code: query.code });
    return { sessions, pagination: pagination(query, total) };
  }

  @Get(':id')
  @Public()
  @ApiOperation({ summary: 'One tracking session' })
  @ApiEnvelope(SessionDetailReply)
  async get(@PathId('id') id: number): Promise<SessionDetailReply> {
    return { session: await this.sessions.get(id) };
  }
}
