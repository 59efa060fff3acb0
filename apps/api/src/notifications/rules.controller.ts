import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RulesService } from '#lib/notifications';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { ChangeRuleBody, CreateRuleBody } from './notification.requests';
import { DeletedResponse, OneRuleResponse, RulesResponse, toRuleResponse } from './notification.responses';

@ApiTags('notifications')
@Controller('api/notifications/rules')
@Authenticated({ keys: 'any' })
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @ApiOperation({ summary: 'Your rules' })
  @ApiEnvelope(RulesResponse)
  async list(@CurrentCaller() { userId }: Caller): Promise<RulesResponse> {
    return { rules: (await this.rules.list(userId)).map(toRuleResponse) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One of your rules' })
  @ApiEnvelope(OneRuleResponse)
  async get(@CurrentCaller() { userId }: Caller, @PathId('id') id: number): Promise<OneRuleResponse> {
    return { rule: toRuleResponse(await this.rules.get(userId, id)) };
  }

  @Post()
  @ApiOperation({ summary: 'Add a rule: what you want to be told of, and where' })
  @ApiEnvelope(OneRuleResponse, {
    errors: { 404: 'no screen has the id of the conditions', 409: 'screen_unavailable; too_many_rules: 100 of yours' },
  })
  async create(
    @CurrentCaller() { userId }: Caller,
    @Body() { channel_ids: channelIds, quiet_hours: quietHours, enabled = true, ...body }: CreateRuleBody,
  ): Promise<OneRuleResponse> {
    return { rule: toRuleResponse(await this.rules.create(userId, { ...body, channelIds, quietHours, enabled })) };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a rule' })
  @ApiEnvelope(OneRuleResponse, { errors: { 409: 'screen_unavailable' } })
  async change(
    @CurrentCaller() { userId }: Caller,
    @PathId('id') id: number,
    @Body() { channel_ids: channelIds, quiet_hours: quietHours, ...body }: ChangeRuleBody,
  ): Promise<OneRuleResponse> {
    const changes = {
      ...body,
      ...(channelIds === undefined ? {} : { channelIds }),
      ...(quietHours === undefined ? {} : { quietHours }),
    };
    return { rule: toRuleResponse(await this.rules.change(userId, id, changes)) };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a rule' })
  @ApiEnvelope(DeletedResponse)
  async remove(@CurrentCaller() { userId }: Caller, @PathId('id') id: number): Promise<DeletedResponse> {
    await this.rules.remove(userId, id);
    return { id, deleted: true };
  }
}
