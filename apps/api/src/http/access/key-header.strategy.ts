import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeysService, type KeyIdentity } from '#lib/accounts';

/** Reads a personal API key from `X-API-Key`. Whether that header counts for a request is decided before. */
@Injectable()
export class KeyHeaderStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'key-header') {
  constructor(private readonly apiKeys: ApiKeysService) {
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  async validate(key: string): Promise<KeyIdentity | false> {
    return (await this.apiKeys.identify(key)) ?? false;
  }
}

/**
 * Runs {@link KeyHeaderStrategy}; a key that is no good leaves the request without a user. passport's registry of
 * strategies belongs to the whole process and the last one of a name wins, so each application takes a name of its own.
 */
@Injectable()
export class KeyHeaderGuard extends AuthGuard() {
  constructor(strategy: KeyHeaderStrategy) {
    const name = `key-header-${randomUUID()}`;
    passport.use(name, strategy);
    super({ defaultStrategy: name });
  }

  override handleRequest<User>(error: unknown, user: User): User {
    if (error !== null && error !== undefined) throw error as Error;
    return user;
  }
}
