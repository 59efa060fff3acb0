import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeliveriesService } from '#lib/notifications';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { pagination } from '../http/pagination.response';
import { ApiEventSchemas } from './event-schemas';
import { DeliveryQuery, EventQuery } from './notification.requests';
import { DeliveriesResponse, EventsResponse, OneDeliveryResponse, toDeliveryResponse } from './notification.responses';

@ApiTags('notifications')
@ApiEventSchemas()
@Controller('api/notifications')
@Authenticated({ keys: 'any' })
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('deliveries')
  @ApiOperation({ summary: 'What was sent to your channels, newest first' })
  @ApiEnvelope(DeliveriesResponse)
  async list(
    @CurrentCaller() { userId, role }: Caller,
    @Query() { channel_id: channelId, state, ...page }: DeliveryQuery,
  ): Promise<DeliveriesResponse> {
    const { deliveries, total } = await this.deliveries.list(
      userId,
      { channelId: channelId ?? null, state: state ?? null },
      page,
    );
    return {
      deliveries: deliveries.map((delivery) => toDeliveryResponse(delivery, role === 'admin')),
      pagination: pagination(page, total),
    };
  }

  @Post('deliveries/:id/resend')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a delivery again, from its first attempt on' })
  @ApiEnvelope(OneDeliveryResponse, { errors: { 409: 'channel_disabled: switch the channel on first' } })
  async resend(@CurrentCaller() { userId, role }: Caller, @PathId('id') id: number): Promise<OneDeliveryResponse> {
    return { delivery: toDeliveryResponse(await this.deliveries.resend(userId, id), role === 'admin') };
  }

  @Get('events')
  @ApiOperation({ summary: 'What happened, newest first; of other users’ rules and budgets nothing' })
  @ApiEnvelope(EventsResponse)
  async events(@CurrentCaller() { userId }: Caller, @Query() { type, ...page }: EventQuery): Promise<EventsResponse> {
    const { events, total } = await this.deliveries.listEvents(userId, type ?? null, page);
    return { events, pagination: pagination(page, total) };
  }
}
