import type { JsonValue } from '#lib/kernel';
import { ApiEnum, ApiJson, ApiText } from '../http';

export class UserSettingsResponse {
  @ApiJson({ description: 'By key' }) settings!: Record<string, JsonValue>;
}

export class UserSettingResponse {
  @ApiText({ example: 'session-columns' }) key!: string;
  @ApiEnum([true]) stored!: true;
}

export class UserSettingDeletedResponse {
  @ApiText({ example: 'session-columns' }) key!: string;
  @ApiEnum([true]) deleted!: true;
}
