import { randomUUID } from 'node:crypto';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { ApiKeyStrategy } from './api-key.strategy';
import { type Caller, setCaller } from './caller';
import { LoginCookie } from './login-cookie';
import { LoginTokenStrategy } from './login-token.strategy';
import { type CredentialSources, presentCredential } from './presented-credential';
import { requestedAccess, type RequestedAccess } from './requested-access';

/**
 * First of the three guards: finds the caller behind the credential. A bad credential leaves the request without a caller;
 * whether that may pass, the {@link RoleGuard} says.
 */
@Injectable()
export class CredentialGuard extends AuthGuard() {
  private readonly cookie: LoginCookie;

  constructor(
    private readonly reflector: Reflector,
    @Inject(APP_CONFIG) config: AppConfig,
    apiKeys: ApiKeyStrategy,
    loginTokens: LoginTokenStrategy,
  ) {
    // passport's registry of strategies belongs to the whole process and the last one of a name wins, so each application
    // takes names of its own.
    const application = randomUUID();
    const names = { apiKeys: `api-key-${application}`, loginTokens: `login-token-${application}` };
    passport.use(names.apiKeys, apiKeys);
    passport.use(names.loginTokens, loginTokens);
    super({ defaultStrategy: [names.apiKeys, names.loginTokens] });
    this.cookie = new LoginCookie(config);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = requestedAccess(this.reflector, context);
    // A probe must answer, whoever asks, while the database does not.
    if (access.level === 'public' && !access.recognises) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Caller | false }>();
    const credential = presentCredential(request, this.cookie, listSources(access));
    if (credential === undefined || credential.kind === 'malformed') return true;
    await super.canActivate(context);
    const { user } = request;
    if (user !== undefined && user !== false) setCaller(request, user);
    return true;
  }

  override handleRequest<User>(error: unknown, user: User): User {
    if (error !== null && error !== undefined) throw error as Error;
    return user;
  }
}

function listSources(access: RequestedAccess): CredentialSources {
  if (access.level === 'key_header') return { only: { bearer: access.bearer === true } };
  return { keyHeader: access.level === 'administrator' && access.keyHeader === true };
}
