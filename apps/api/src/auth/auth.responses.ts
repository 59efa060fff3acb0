import { type ApiKeyView, KEY_SCOPES, type KeyScope, USER_ROLES, type UserRole } from '#lib/accounts';
import { ApiEnum, ApiId, ApiInstant, ApiInteger, ApiObject, ApiText } from '../http';

export class UserResponse {
  @ApiId() id!: number;
  @ApiText({ example: 'admin' }) username!: string;
  @ApiEnum(USER_ROLES) role!: UserRole;
}

export class LoginResponse {
  @ApiText({ description: 'Send it as Authorization: Bearer <token>' }) token!: string;
  @ApiEnum(['Bearer']) tokenType!: 'Bearer';
  @ApiInstant() expiresAt!: Date;
  @ApiObject(UserResponse) user!: UserResponse;
}

export class MeResponse {
  @ApiObject(UserResponse) user!: UserResponse;
  @ApiEnum(['cookie', 'jwt', 'api_key'], { description: 'The credential that was used' })
  credential!: 'cookie' | 'jwt' | 'api_key';
}

export class LoggedOutResponse {
  @ApiEnum([true]) loggedOut!: true;
}

export class PasswordChangedResponse {
  @ApiEnum([true], { description: 'All logins of the user have ended' }) changed!: true;
}

export class ApiKeyResponse implements ApiKeyView {
  @ApiId() id!: number;
  @ApiText({ example: 'nightly scan' }) name!: string;
  @ApiText({ example: 'sck_0f6c2a9be41d7788' }) prefix!: string;
  @ApiEnum(KEY_SCOPES, { isArray: true }) scopes!: KeyScope[];
  @ApiInstant({ nullable: true }) expiresAt!: Date | null;
  @ApiInstant({ nullable: true }) revokedAt!: Date | null;
  @ApiInstant({ nullable: true }) lastUsedAt!: Date | null;
  @ApiInstant() createdAt!: Date;
}

export class CreatedApiKeyResponse {
  @ApiId() id!: number;
  @ApiText({ example: 'nightly scan' }) name!: string;
  @ApiText({ example: 'sck_0f6c2a9be41d7788' }) prefix!: string;
  @ApiEnum(KEY_SCOPES, { isArray: true }) scopes!: KeyScope[];
  @ApiText({ description: 'The whole key; it is shown this one time' }) key!: string;
  @ApiInstant({ nullable: true }) expiresAt!: Date | null;
  @ApiInstant() createdAt!: Date;
}

export class ApiKeyListResponse {
  @ApiObject([ApiKeyResponse]) items!: ApiKeyResponse[];
  @ApiInteger() total!: number;
}

export class ApiKeyRevokedResponse {
  @ApiId() id!: number;
  @ApiInstant({ nullable: true }) revokedAt!: Date | null;
}
