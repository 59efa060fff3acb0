import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { LoginsService } from '#lib/accounts';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { Caller } from './caller';
import { deriveJwtKey, TOKEN_RULES } from './login-tokens';
import { presentedCredential } from './presented-credential';

/** Reads a login's token, of the Bearer header or the cookie: signature and claims first, then whether the login is alive. */
@Injectable()
export class LoginTokenStrategy extends PassportStrategy(Strategy, 'login-token') {
  constructor(
    @Inject(APP_CONFIG) config: AppConfig,
    private readonly logins: LoginsService,
  ) {
    super({
      jwtFromRequest: (request: unknown) => readToken(request as FastifyRequest)?.token ?? null,
      // jsonwebtoken takes a key; the types of passport-jwt do not say so.
      secretOrKey: deriveJwtKey(config) as unknown as string,
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: TOKEN_RULES.audience,
      ignoreExpiration: false,
      passReqToCallback: true,
    });
  }

  /** The library checks `exp` only if there is one, so it is asked for here. */
  async validate(request: FastifyRequest, claims: Record<string, unknown>): Promise<Caller | false> {
    const { sub, jti, exp } = claims;
    const credential = readToken(request)?.kind;
    if (typeof exp !== 'number' || typeof jti !== 'string' || typeof sub !== 'string') return false;
    const identity = await this.logins.identify(jti, Number(sub));
    if (identity === undefined || credential === undefined) return false;
    return { ...identity, loginId: jti, credential, keyPrefix: undefined, scopes: undefined };
  }
}

function readToken(request: FastifyRequest): { kind: 'jwt' | 'cookie'; token: string } | undefined {
  const credential = presentedCredential(request);
  return credential?.kind === 'jwt' || credential?.kind === 'cookie' ? credential : undefined;
}
