import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { UserSettingsService } from '#lib/accounts';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller } from '../http';
import { UserSettingRequest } from './user-settings.requests';
import { UserSettingDeletedResponse, UserSettingResponse, UserSettingsResponse } from './user-settings.responses';

@ApiTags('auth')
@Controller('/api/auth/settings')
@Authenticated({ keys: 'any' })
export class UserSettingsController {
  constructor(private readonly settings: UserSettingsService) {}

  @Get()
  @ApiOperation({ summary: 'What the user chose in the console, such as the columns of lists' })
  @ApiEnvelope(UserSettingsResponse)
  async list(@CurrentCaller() caller: Caller): Promise<UserSettingsResponse> {
    return { settings: await this.settings.list(caller.userId) };
  }

  @Put(':key')
  @ApiOperation({ summary: 'Store one setting of the user, in place of one that is there' })
  @ApiEnvelope(UserSettingResponse, { errors: { 409: 'too_many_settings: the user has 50' } })
  async put(
    @CurrentCaller() caller: Caller,
    @Param('key') key: string,
    @Body() body: UserSettingRequest,
  ): Promise<UserSettingResponse> {
    await this.settings.put(caller.userId, key, body.value);
    return { key, stored: true };
  }

  @Delete(':key')
  @ApiOperation({ summary: 'Forget one setting of the user' })
  @ApiEnvelope(UserSettingDeletedResponse)
  async remove(@CurrentCaller() caller: Caller, @Param('key') key: string): Promise<UserSettingDeletedResponse> {
    await this.settings.remove(caller.userId, key);
    return { key, deleted: true };
  }
}
