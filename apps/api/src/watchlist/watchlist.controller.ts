import { Body, Controller, Delete, Get, Headers, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { csvOf } from '#lib/kernel';
import { WatchlistService } from '#lib/portfolio';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathCode, RawResponse } from '../http';
import { ListFile } from '../http/list-file';
import { wantsCsv } from '../http/list-format';
import { OwnFileQuery, WHOLE_LIST } from '../http/own-list.query';
import { WatchlistItemDeletedResponse, WatchlistItemResponse, WatchlistResponse } from './watchlist.responses';
import { WatchlistItemRequest } from './watchlist.requests';

@ApiTags('watchlist')
@Controller('/api/watchlist')
@Authenticated({ keys: 'any' })
export class WatchlistController {
  constructor(
    private readonly watchlist: WatchlistService,
    private readonly file: ListFile,
  ) {}

  @Get()
  @RawResponse()
  @ApiOperation({ summary: 'The own watch-list, as JSON pages or as one CSV' })
  @ApiProduces('application/json', 'text/csv')
  @ApiEnvelope(WatchlistResponse)
  async list(
    @CurrentCaller() { userId }: Caller,
    @Query() { format, ...page }: OwnFileQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | { success: true; data: WatchlistResponse }> {
    if (!wantsCsv(format, accept)) return { success: true, data: await this.watchlist.list(userId, page) };
    const { items } = await this.watchlist.list(userId, WHOLE_LIST);
    const rows = items.map((item) => ({ ...item, createdAt: item.createdAt.toISOString() }));
    return this.file.send(reply, { name: 'watchlist', rows: rows.length }, () =>
      Promise.resolve(csvOf(['code', 'stockName', 'note', 'createdAt'], rows)),
    );
  }

  @Get(':code')
  @ApiOperation({ summary: 'One code of the own watch-list' })
  @ApiEnvelope(WatchlistItemResponse)
  get(@CurrentCaller() caller: Caller, @PathCode('code') code: string): Promise<WatchlistItemResponse> {
    return this.watchlist.get(caller.userId, code);
  }

  @Put(':code')
  @ApiOperation({ summary: 'Put a code on the own watch-list, or change its note' })
  @ApiBody({ type: WatchlistItemRequest, required: false })
  @ApiEnvelope(WatchlistItemResponse, { errors: { 409: 'list_full: 10,000 codes are on the list' } })
  put(
    @CurrentCaller() caller: Caller,
    @PathCode('code') code: string,
    @Body() body: WatchlistItemRequest,
  ): Promise<WatchlistItemResponse> {
    return this.watchlist.put(caller.userId, code, body.note);
  }

  @Delete(':code')
  @ApiOperation({ summary: 'Take a code off the own watch-list' })
  @ApiEnvelope(WatchlistItemDeletedResponse)
  async remove(@CurrentCaller() caller: Caller, @PathCode('code') code: string): Promise<WatchlistItemDeletedResponse> {
    await this.watchlist.remove(caller.userId, code);
    return { code, deleted: true };
  }
}
