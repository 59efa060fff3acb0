import { createHash } from 'node:crypto';
import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExtension, ApiOperation, ApiProduces, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ReviewCalendarService } from '#lib/tracking';
import { Public, RawResponse } from '../http';
import { ifNoneMatch } from '../http/entity-tag';
import { RequestLimits } from '../http/limits/request-limits';
import { IfNoneMatch } from '../market/market-reads';
import { ReviewCalendarQuery } from './calendar.requests';
import { CalendarKeyGuard } from './calendar-key.guard';

export const REVIEW_CALENDAR_PATH = '/api/calendar/reviews.ics';

/** The planned reviews for calendar programs, which send no header: the key in the address is verified by its own guard. */
@ApiTags('notifications')
@Controller()
export class ReviewCalendarController {
  constructor(
    private readonly calendar: ReviewCalendarService,
    private readonly limits: RequestLimits,
  ) {}

  @Get(REVIEW_CALENDAR_PATH)
  @Public()
  @UseGuards(CalendarKeyGuard)
  @RawResponse()
  @IfNoneMatch()
  @ApiSecurity('calendar_key')
  @ApiOperation({ summary: 'The planned reviews of all open sessions as an iCalendar file' })
  @ApiProduces('text/calendar')
  @ApiExtension('x-error-responses', { 401: 'The key is not valid (any more)' })
  async read(
    @Query() _query: ReviewCalendarQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const reviews = await this.calendar.list();
    await this.limits.weigh(reply.request, reviews.length);
    const file = this.calendar.write(reviews);
    const tag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
    void reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (ifNoneMatch(reply.request.headers['if-none-match'], tag)) {
      void reply.status(304);
      return undefined;
    }
    void reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="reviews.ics"');
    return file;
  }
}
