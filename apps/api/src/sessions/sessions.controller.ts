import { Body, Controller, Delete, Get, Headers, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { TrackRecordService } from '#lib/ai';
import { AppError, Clock } from '#lib/kernel';
import { marketNotices, MarketStateService } from '#lib/market-data';
import { type ScreenHits, ScreensService } from '#lib/screens';
import { type SessionPageQuery, SessionsService, type VersionedSession } from '#lib/tracking';
import { ApiEnvelope, Authenticated, CurrentCaller, PathId, Public, RawResponse, type Caller } from '../http';
import { closedSignal } from '../http/closed-signal';
import { pagination } from '../http/pagination.response';
import { entityTag, ifMatch } from '../http/entity-tag';
import { ListFile, MOST_FILE_ROWS } from '../http/list-file';
import { wantsCsv } from '../http/list-format';
import { sessionListAccess } from './session-list-access';
import { sessionPageQuery } from './session-page-query';
import { sessionsCsv } from './sessions-csv';
import { toSessionPatch } from './session-patch';
import {
  type ListedScreenResponse,
  SessionDeletedResponse,
  SessionDetailResponse,
  SessionListResponse,
  SessionWrittenResponse,
} from './session.responses';
import { CreateSessionBody, SessionListQuery, SessionPriorityBody, UpdateSessionBody } from './session.requests';

const OPEN_SESSION_EXISTS = 'the code has an open session; details.sessionId names it';

@ApiTags('sessions')
@Controller('api/stock-cycle/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly trackRecord: TrackRecordService,
    private readonly screens: ScreensService,
    private readonly market: MarketStateService,
    private readonly clock: Clock,
    private readonly file: ListFile,
  ) {}

  @Get()
  @RawResponse()
  @Public({ narrowed: sessionListAccess, recognises: true })
  @ApiOperation({ summary: 'Tracking sessions, as JSON pages or as one CSV' })
  @ApiProduces('application/json', 'text/csv')
  @ApiEnvelope(SessionListResponse, {
    errors: {
      401: 'user_scope, screen, include_deleted or a CSV without a credential',
      403: 'include_deleted by another',
      404: 'no screen has this id',
      409: 'screen_unavailable: the market lacks what the screen needs',
    },
  })
  async list(
    @Query() { format, ...query }: SessionListQuery,
    @CurrentCaller() caller: Caller | undefined,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | { success: true; data: SessionListResponse }> {
    const hits = query.screen === undefined ? undefined : await this.screens.hits(query.screen, closedSignal(reply));
    const asked = sessionPageQuery(query, this.clock.today(), caller?.userId, hits?.codes);
    if (wantsCsv(format, accept)) return this.sendFile(reply, asked, caller);
    const [{ sessions, total }, warnings] = await Promise.all([this.sessions.list(asked), this.warnings()]);
    const page = { sessions, pagination: pagination(query, total), warnings };
    return { success: true, data: hits === undefined ? page : { ...page, screen: toListedScreen(hits) } };
  }

  @Get(':id')
  @Public()
  @ApiOperation({ summary: 'One tracking session with its records, newest first' })
  @ApiEnvelope(SessionDetailResponse)
  async get(@PathId('id') id: number, @Res({ passthrough: true }) reply: FastifyReply): Promise<SessionDetailResponse> {
    const [detail, aiJudgements, warnings] = await Promise.all([
      this.sessions.get(id),
      this.trackRecord.ofSession(id),
      this.warnings(),
    ]);
    const { dailyRows, weeklyRows } = detail;
    return { ...tagged(reply, detail), dailyRows, weeklyRows, aiJudgements, warnings };
  }

  @Post()
  @Authenticated()
  @ApiOperation({ summary: 'Open a session' })
  @ApiEnvelope(SessionWrittenResponse, { errors: { 409: OPEN_SESSION_EXISTS } })
  async create(
    @Body() body: CreateSessionBody,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionWrittenResponse> {
    const created = await this.sessions.create(
      {
        code: body.code,
        entryDate: body.entry_date,
        stockName: body.stock_name ?? null,
        currentPrimaryPhase: body.current_primary_phase ?? undefined,
        source: body.source ?? null,
        entryClosePrice: body.entry_close_price ?? null,
      },
      caller.userId,
    );
    return tagged(reply, created);
  }

  @Patch(':id')
  @Authenticated()
  @ApiOperation({ summary: 'Change, close or reopen a session: all fields or none' })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'ETag of the version to change; else the last write wins',
  })
  @ApiEnvelope(SessionWrittenResponse, { errors: { 409: OPEN_SESSION_EXISTS, 412: 'If-Match no longer matches' } })
  async update(
    @PathId('id') id: number,
    @Body() body: UpdateSessionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('if-match') expected: string | undefined,
  ): Promise<SessionWrittenResponse> {
    return tagged(reply, await this.sessions.update(id, toSessionPatch(body), ifMatch(expected)));
  }

  @Put(':id/priority')
  @Authenticated()
  @ApiOperation({ summary: 'Set the priority; PATCH moves it by one' })
  @ApiEnvelope(SessionWrittenResponse)
  async setPriority(
    @PathId('id') id: number,
    @Body() { priority }: SessionPriorityBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionWrittenResponse> {
    return tagged(reply, await this.sessions.update(id, { priority }, undefined));
  }

  @Delete(':id')
  @Authenticated()
  @ApiOperation({ summary: 'Delete a session with its records; a restore brings them back' })
  @ApiEnvelope(SessionDeletedResponse)
  async delete(@PathId('id') id: number): Promise<SessionDeletedResponse> {
    await this.sessions.delete(id);
    return { id, deleted: true };
  }

  @Post(':id/restore')
  @Authenticated()
  @ApiOperation({ summary: 'Bring back a deleted session and the records deleted with it' })
  @ApiEnvelope(SessionWrittenResponse, { errors: { 409: OPEN_SESSION_EXISTS } })
  async restore(
    @PathId('id') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionWrittenResponse> {
    return tagged(reply, await this.sessions.restore(id));
  }

  /** The page is public; the whole list costs what a hundred pages do, so it is for users. */
  private async sendFile(reply: FastifyReply, query: SessionPageQuery, caller: Caller | undefined): Promise<string> {
    if (caller === undefined) throw new AppError('unauthorized', 'unauthorized', 'log in to download the list');
    const { total } = await this.sessions.list({ ...query, limit: 1, offset: 0 });
    const page = { ...query, limit: MOST_FILE_ROWS, offset: 0 };
    return this.file.send(reply, { name: 'sessions', rows: total }, async () =>
      sessionsCsv((await this.sessions.list(page)).sessions),
    );
  }

  private async warnings(): Promise<string[]> {
    return marketNotices((await this.market.readShown()).source);
  }
}

function toListedScreen({ id, version, asOf, codes }: ScreenHits): ListedScreenResponse {
  return { id, version, asOf, matched: codes.length };
}

/** The session, with the version of its row as the reply's ETag. */
function tagged(reply: FastifyReply, { session, version }: VersionedSession): SessionWrittenResponse {
  void reply.header('etag', entityTag(version));
  return { session };
}
