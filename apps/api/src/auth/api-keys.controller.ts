import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeysService } from '#lib/accounts';
import { ApiEnvelope, Authenticated, type Caller, CurrentCaller, PathId } from '../http';
import { ApiKeyListResponse, ApiKeyRevokedResponse, CreatedApiKeyResponse } from './auth.responses';
import { CreateApiKeyRequest } from './auth.requests';

/** The caller's own personal API keys. A key can't make or revoke keys: that takes a login. */
@ApiTags('auth')
@Controller('/api/auth/api-keys')
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Get()
  @Authenticated({ keys: 'any' })
  @ApiOperation({ summary: 'List the own API keys, newest first' })
  @ApiEnvelope(ApiKeyListResponse)
  async list(@CurrentCaller() caller: Caller): Promise<ApiKeyListResponse> {
    const items = await this.apiKeys.list(caller.userId);
    return { items, total: items.length };
  }

  @Post()
  @Authenticated({ keys: 'none' })
  @ApiOperation({ summary: 'Make an API key; the key is shown this one time' })
  @ApiEnvelope(CreatedApiKeyResponse, { errors: { 409: 'too_many_keys: 100 keys of the user are alive' } })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateApiKeyRequest): Promise<CreatedApiKeyResponse> {
    const { id, name, prefix, scopes, key, expiresAt, createdAt } = await this.apiKeys.create(caller.userId, {
      name: body.name,
      expiresInDays: body.expires_in_days ?? undefined,
      scopes: body.scopes,
    });
    return { id, name, prefix, scopes, key, expiresAt, createdAt };
  }

  @Delete(':id')
  @Authenticated({ keys: 'none' })
  @ApiOperation({ summary: 'Revoke an own API key at once' })
  @ApiEnvelope(ApiKeyRevokedResponse)
  async revoke(@CurrentCaller() caller: Caller, @PathId('id') id: number): Promise<ApiKeyRevokedResponse> {
    const { revokedAt } = await this.apiKeys.revoke(caller.userId, id);
    return { id, revokedAt };
  }
}
