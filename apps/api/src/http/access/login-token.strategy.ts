import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { type Identity, LoginsService } from '#lib/accounts';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { LoginCookie } from './login-cookie';
import { jwtKeyOf, TOKEN_RULES } from './login-tokens';
import { presentedCredential } from './presented-credential';

export interface LoginIdentity extends Identity {
  loginId: string;
}

/** Reads a login's token, from the Bearer header or the cookie: signature and claims first, then whether the login still lives. */
@Injectable()
export class LoginTokenStrategy extends PassportStrategy(Strategy, 'login-token') {
  constructor(
    @Inject(APP_CONFIG) config: AppConfig,
    private readonly logins: LoginsService,
  ) {
    const cookie = new LoginCookie(config);
    super({
      jwtFromRequest: (request: unknown) => tokenOf(request as FastifyRequest, cookie),
      // jsonwebtoken takes a key; the types of passport-jwt do not say so.
      secretOrKey: jwtKeyOf(config) as unknown as string,
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
      ignoreExpiration: false,
    });
  }

  /** @returns the user, or false. The library checks `exp` only where there is one, so it is asked for here. */
  async validate(claims: Record<string, unknown>): Promise<LoginIdentity | false> {
    const { sub, jti, exp } = claims;
    if (typeof exp !== 'number' || typeof jti !== 'string' || typeof sub !== 'string') return false;
    const identity = await this.logins.identify(jti, Number(sub));
    return identity === undefined ? false : { ...identity, loginId: jti };
  }
}

/**
 * Runs {@link LoginTokenStrategy}; a token that is no good leaves the request without a user. passport's registry of
 * strategies belongs to the whole process and the last one of a name wins, so each application takes a name of its own.
 */
@Injectable()
export class LoginTokenGuard extends AuthGuard() {
  constructor(strategy: LoginTokenStrategy) {
    const name = `login-token-${randomUUID()}`;
    passport.use(name, strategy);
    super({ defaultStrategy: name });
  }

  override handleRequest<User>(error: unknown, user: User): User {
    if (error !== null && error !== undefined) throw error as Error;
    return user;
  }
}

function tokenOf(request: FastifyRequest, cookie: LoginCookie): string | null {
  const credential = presentedCredential(request, cookie);
  return credential?.kind === 'jwt' || credential?.kind === 'cookie' ? credential.token : null;
}
