import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeysService } from '#lib/accounts';
import type { Caller } from './caller';
import { presentedCredential } from './presented-credential';

const HEADER = 'x-api-key';

/** Reads a personal API key, in whichever of its places counts for the request. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly apiKeys: ApiKeysService) {
    super({ header: HEADER, prefix: '' }, false);
  }

  /** The library knows one header; a key of the Bearer header or the query is shown to it there. */
  override authenticate(request: unknown): void {
    const credential = presentedCredential(request as FastifyRequest);
    const headers = credential?.kind === 'api_key' ? { [HEADER]: credential.key } : {};
    super.authenticate({ headers } as never);
  }

  async validate(key: string): Promise<Caller | false> {
    const identity = await this.apiKeys.identify(key);
    return identity === undefined ? false : { ...identity, credential: 'api_key', loginId: undefined };
  }
}
