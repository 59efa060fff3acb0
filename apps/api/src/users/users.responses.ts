import { ApiProperty } from '@nestjs/swagger';
import type { UserRole, UserView } from '#lib/accounts';

export class AccountResponse {
  @ApiProperty({ type: 'integer', example: 2 }) id!: number;
  @ApiProperty({ type: 'string', example: 'li.si' }) username!: string;
  @ApiProperty({ type: 'string', enum: ['admin', 'user'] }) role!: UserRole;
  @ApiProperty({ type: 'boolean' }) disabled!: boolean;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) disabledAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) createdAt!: Date;
}

export class AccountListResponse {
  @ApiProperty({ type: [AccountResponse], description: 'A page, in the order of the ids' }) items!: AccountResponse[];
  @ApiProperty({ type: 'integer', description: 'Of all users' }) total!: number;
}

export function accountResponse({ id, username, role, disabledAt, createdAt }: UserView): AccountResponse {
  return { id, username, role, disabled: disabledAt !== null, disabledAt, createdAt };
}
