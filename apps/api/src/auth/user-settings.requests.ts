import { ObjectField } from '../http';

export class UserSettingRequest {
  @ObjectField({ description: 'At most 8,192 bytes and ten levels', example: { keys: ['phase', 'entryDate'] } })
  value!: object;
}
