import { createSecretKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { APP_CONFIG, type AppConfig, ConfigError } from '#lib/config';

/** What a login's token says, and what is pinned when one is read. */
export const TOKEN_RULES = { issuer: 'stock-cycle', audience: 'stock-cycle-api', algorithm: 'HS256' } as const;

/** The secret that signs login tokens. @throws ConfigError where none is set: the supervisor gives one to its processes. */
function readJwtSecret(config: Pick<AppConfig, 'jwtSecret'>): string {
  if (config.jwtSecret === undefined) throw new ConfigError('JWT_SECRET must be set for the API process');
  return config.jwtSecret;
}

/** {@link readJwtSecret}, read once: a bare secret is first parsed as a public key for each token, which takes 40 times as long as the signature. */
export function deriveJwtKey(config: Pick<AppConfig, 'jwtSecret'>): KeyObject {
  return createSecretKey(readJwtSecret(config), 'utf8');
}

/** Signs the tokens of logins. Times are the real clock's, not the business clock's. */
@Injectable()
export class LoginTokens {
  constructor(
    private readonly jwt: JwtService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  sign(login: { loginId: string; userId: number; expiresAt: Date }): Promise<string> {
    const exp = Math.floor(login.expiresAt.getTime() / 1000);
    return this.jwt.signAsync(
      { exp },
      {
        secret: readJwtSecret(this.config),
        algorithm: TOKEN_RULES.algorithm,
        issuer: TOKEN_RULES.issuer,
        audience: TOKEN_RULES.audience,
        subject: String(login.userId),
        jwtid: login.loginId,
      },
    );
  }
}
