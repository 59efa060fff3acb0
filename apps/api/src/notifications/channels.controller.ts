import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ChannelsService } from '#lib/notifications';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { closedSignal } from '../http/closed-signal';
import { ChangeChannelBody, CreateChannelBody } from './notification.requests';
import {
  ChannelCreatedResponse,
  ChannelsResponse,
  ChannelTestResponse,
  DeletedResponse,
  OneChannelResponse,
  toChannelResponse,
} from './notification.responses';

@ApiTags('notifications')
@Controller('api/notifications/channels')
@Authenticated({ keys: 'any' })
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Get()
  @ApiOperation({ summary: 'Your channels' })
  @ApiEnvelope(ChannelsResponse)
  async list(@CurrentCaller() { userId }: Caller): Promise<ChannelsResponse> {
    return { channels: (await this.channels.list(userId)).map(toChannelResponse) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One of your channels' })
  @ApiEnvelope(OneChannelResponse)
  async get(@CurrentCaller() { userId }: Caller, @PathId('id') id: number): Promise<OneChannelResponse> {
    return { channel: toChannelResponse(await this.channels.get(userId, id)) };
  }

  @Post()
  @ApiOperation({ summary: 'Add a channel' })
  @ApiEnvelope(ChannelCreatedResponse, { errors: { 409: 'name_taken; too_many_channels: 50 of yours' } })
  async create(
    @CurrentCaller() { userId }: Caller,
    @Body() { config = {}, enabled = true, ...body }: CreateChannelBody,
  ): Promise<ChannelCreatedResponse> {
    const { channel, madeSecret } = await this.channels.create(userId, { ...body, config, enabled });
    return { channel: toChannelResponse(channel), secret: madeSecret };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a channel' })
  @ApiEnvelope(OneChannelResponse, { errors: { 409: 'name_taken' } })
  async change(
    @CurrentCaller() { userId }: Caller,
    @PathId('id') id: number,
    @Body() body: ChangeChannelBody,
  ): Promise<OneChannelResponse> {
    return { channel: toChannelResponse(await this.channels.change(userId, id, body)) };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a channel, with its deliveries' })
  @ApiEnvelope(DeletedResponse)
  async remove(@CurrentCaller() { userId }: Caller, @PathId('id') id: number): Promise<DeletedResponse> {
    await this.channels.remove(userId, id);
    return { id, deleted: true };
  }

  @Post(':id/test')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a test message to a channel, and say what the service answered' })
  @ApiEnvelope(ChannelTestResponse, { errors: { 409: 'config_unreadable: its settings must be given again' } })
  test(
    @CurrentCaller() { userId }: Caller,
    @PathId('id') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChannelTestResponse> {
    return this.channels.test(userId, id, closedSignal(reply));
  }
}
