import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { WatchlistService } from '#lib/portfolio';
import { OwnListQuery } from '../http/own-list.query';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathCode } from '../http';
import { WatchlistItemDeletedResponse, WatchlistItemResponse, WatchlistResponse } from './watchlist.responses';
import { WatchlistItemRequest } from './watchlist.requests';

@ApiTags('watchlist')
@Controller('/api/watchlist')
@Authenticated({ keys: 'any' })
export class WatchlistController {
  constructor(private readonly watchlist: WatchlistService) {}

  @Get()
  @ApiOperation({ summary: 'The own watch-list' })
  @ApiEnvelope(WatchlistResponse)
  list(@CurrentCaller() caller: Caller, @Query() page: OwnListQuery): Promise<WatchlistResponse> {
    return this.watchlist.list(caller.userId, page);
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
