import { USER_ROLES, type UserRole, type UserView } from '#lib/accounts';
import { ApiEnum, ApiFlag, ApiId, ApiInstant, ApiInteger, ApiObject, ApiText } from '../http';

export class AccountResponse {
  @ApiId() id!: number;
  @ApiText({ example: 'li.si' }) username!: string;
  @ApiEnum(USER_ROLES) role!: UserRole;
  @ApiFlag() disabled!: boolean;
  @ApiInstant({ nullable: true }) disabledAt!: Date | null;
  @ApiInstant() createdAt!: Date;
}

export class AccountListResponse {
  @ApiObject([AccountResponse], { description: 'A page, in the order of the ids' }) items!: AccountResponse[];
  @ApiInteger({ description: 'Of all users' }) total!: number;
}

export function accountResponse({ id, username, role, disabledAt, createdAt }: UserView): AccountResponse {
  return { id, username, role, disabled: disabledAt !== null, disabledAt, createdAt };
}
