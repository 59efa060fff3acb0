import type { UserRole } from '#lib/accounts';
import { EnumField, FlagField, TextField } from '../http';

const ROLES = ['admin', 'user'] as const satisfies readonly UserRole[];

export class CreateUserRequest {
  @TextField({ min: 1, max: 64, example: 'li.si' }) username!: string;
  @TextField({ min: 10, max: 200, untrimmed: true, secret: true, example: 'seven quiet herons wade' })
  password!: string;
  @EnumField(ROLES, { default: 'user' }) role!: UserRole;
}

export class UpdateUserRequest {
  @EnumField(ROLES, { optional: true }) role?: UserRole;
  @FlagField({ optional: true, description: 'true ends all logins of the user; his API keys are dead while it lasts' })
  disabled?: boolean;
  @TextField({ min: 10, max: 200, untrimmed: true, secret: true, optional: true, description: 'Ends all logins' })
  password?: string;
}
