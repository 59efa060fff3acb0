import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CalendarKeysService } from '#lib/accounts';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller } from '../http';
import { CalendarResponse, CalendarRevokedResponse, CreatedCalendarResponse } from './calendar.responses';
import { REVIEW_CALENDAR_PATH } from './review-calendar.controller';

/** The caller's own calendar feed. A key can't make or revoke keys: that takes a login. */
@ApiTags('notifications')
@Controller('/api/notifications/calendar')
export class CalendarKeysController {
  constructor(private readonly keys: CalendarKeysService) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'Whether you have a calendar feed, and when it was read' })
  @ApiEnvelope(CalendarResponse)
  async get(@CurrentCaller() { userId }: Caller): Promise<CalendarResponse> {
    return { feed: await this.keys.find(userId) };
  }

  @Post()
  @Authenticated({ keys: 'none' })
  @ApiOperation({ summary: 'Make the address of your calendar feed; the one before ends. It is shown this one time' })
  @ApiEnvelope(CreatedCalendarResponse)
  async replace(@CurrentCaller() { userId }: Caller): Promise<CreatedCalendarResponse> {
    const { feed, key } = await this.keys.replace(userId);
    return { feed, path: `${REVIEW_CALENDAR_PATH}?key=${key}` };
  }

  @Delete()
  @Authenticated({ keys: 'none' })
  @ApiOperation({ summary: 'End your calendar feed at once; without one nothing changes' })
  @ApiEnvelope(CalendarRevokedResponse)
  async revoke(@CurrentCaller() { userId }: Caller): Promise<CalendarRevokedResponse> {
    await this.keys.revoke(userId);
    return { revoked: true };
  }
}
