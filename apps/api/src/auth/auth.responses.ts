import { ApiProperty } from '@nestjs/swagger';
import { KEY_SCOPES, type KeyScope, type UserRole } from '#lib/accounts';

export class UserResponse {
  @ApiProperty({ type: 'integer', example: 1 }) id!: number;
  @ApiProperty({ type: 'string', example: 'admin' }) username!: string;
  @ApiProperty({ type: 'string', enum: ['admin', 'user'] }) role!: UserRole;
}

export class LoginResponse {
  @ApiProperty({ type: 'string', description: 'Send it as Authorization: Bearer <token>' }) token!: string;
  @ApiProperty({ type: 'string', enum: ['Bearer'] }) tokenType!: 'Bearer';
  @ApiProperty({ type: 'string', format: 'date-time' }) expiresAt!: Date;
  @ApiProperty({ type: UserResponse }) user!: UserResponse;
}

export class MeResponse {
  @ApiProperty({ type: UserResponse }) user!: UserResponse;
  @ApiProperty({ type: 'string', enum: ['cookie', 'jwt', 'api_key'], description: 'The credential that was used' })
  credential!: 'cookie' | 'jwt' | 'api_key';
}

export class LoggedOutResponse {
  @ApiProperty({ type: 'boolean', enum: [true] }) loggedOut!: true;
}

export class PasswordChangedResponse {
  @ApiProperty({ type: 'boolean', enum: [true], description: 'All logins of the user have ended' }) changed!: true;
}

export class ApiKeyResponse {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @ApiProperty({ type: 'string', example: 'nightly scan' }) name!: string;
  @ApiProperty({ type: 'string', example: 'sck_0f6c2a9be41d7788' }) prefix!: string;
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...KEY_SCOPES] } }) scopes!: KeyScope[];
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) expiresAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) revokedAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) lastUsedAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) createdAt!: Date;
}

export class CreatedApiKeyResponse {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @ApiProperty({ type: 'string', example: 'nightly scan' }) name!: string;
  @ApiProperty({ type: 'string', example: 'sck_0f6c2a9be41d7788' }) prefix!: string;
  @ApiProperty({ type: 'array', items: { type: 'string', enum: [...KEY_SCOPES] } }) scopes!: KeyScope[];
  @ApiProperty({ type: 'string', description: 'The whole key; it is shown this one time' }) key!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) expiresAt!: Date | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) createdAt!: Date;
}

export class ApiKeyListResponse {
  @ApiProperty({ type: [ApiKeyResponse] }) items!: ApiKeyResponse[];
  @ApiProperty({ type: 'integer' }) total!: number;
}

export class ApiKeyRevokedResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) revokedAt!: Date | null;
}
