import { JsonField } from '../http';

export class UserSettingRequest {
  @JsonField({ description: 'At most 8,192 bytes and ten levels', example: ['phase', 'entryDate'] })
  value!: unknown;
}
