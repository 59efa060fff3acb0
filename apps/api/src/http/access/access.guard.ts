import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ADMINISTRATOR_ID, ApiKeysService } from '#lib/accounts';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { ACCESS, type Access } from './access';
import { type Caller, setCaller } from './caller';
import { LoginCookie } from './login-cookie';
import { LoginTokenGuard, type LoginIdentity } from './login-token.strategy';
import { presentedCredential } from './presented-credential';
import { isSameOrigin } from './same-origin';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Decides who may call a route: finds the caller behind the credential (401), then what he may do (403). */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly cookie: LoginCookie;

  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(ApiKeysService) private readonly apiKeys: ApiKeysService,
    @Inject(LoginTokenGuard) private readonly loginTokens: LoginTokenGuard,
  ) {
    this.cookie = new LoginCookie(config);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
    // No look at the credential: a probe must answer, whoever asks, while the database doesn't.
    if (access.level === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = await this.identify(request, context);
    if (caller === undefined) throw unauthorized(presentedCredential(request, this.cookie) !== undefined);
    setCaller(request, caller);
    this.refuseForeignPages(caller, request);
    refuseForbidden(access, caller);
    return true;
  }

  private async identify(request: FastifyRequest, context: ExecutionContext): Promise<Caller | undefined> {
    const credential = presentedCredential(request, this.cookie);
    if (credential === undefined || credential.kind === 'malformed') return undefined;
    if (credential.kind === 'api_key') {
      const identity = await this.apiKeys.identify(credential.key);
      return identity === undefined ? undefined : { ...identity, credential: 'api_key', loginId: undefined };
    }
    await this.loginTokens.canActivate(context);
    const { user } = request as FastifyRequest & { user?: LoginIdentity | false };
    return user === undefined || user === false ? undefined : { ...user, credential: credential.kind };
  }

  /** Browsers send the cookie with requests of other sites' pages too: a write must come from a page of ours. */
  private refuseForeignPages(caller: Caller, request: FastifyRequest): void {
    if (caller.credential !== 'cookie' || READS.has(request.method)) return;
    if (isSameOrigin(request, this.config.publicUrl)) return;
    throw forbidden(
      'cross_site',
      'a write with the login cookie must come from a page of this site; programs send a Bearer token',
    );
  }
}

function refuseForbidden(access: Exclude<Access, { level: 'public' }>, caller: Caller): void {
  const byKey = caller.credential === 'api_key';
  if (access.level === 'administrator') {
    if (caller.role !== 'admin' || (byKey && caller.userId !== ADMINISTRATOR_ID)) {
      throw forbidden('administrator_only', 'only an administrator may do this');
    }
    return;
  }
  if (!byKey || access.keys === 'any') return;
  if (access.keys === 'none') throw forbidden('login_required', 'a personal API key can not do this; log in');
  if (caller.userId !== ADMINISTRATOR_ID) {
    throw forbidden(
      'administrator_key_only',
      'only personal API keys of the administrator (user id 1) are accepted here; log in',
    );
  }
}

function unauthorized(presented: boolean): AppError {
  const message = presented
    ? 'the credential is not valid (any more); log in again, or check the API key'
    : 'credentials are needed: log in, or send Authorization: Bearer <token or API key>, or ?api_key=<API key>';
  return new AppError('unauthorized', 'unauthorized', message);
}

function forbidden(code: string, message: string): AppError {
  return new AppError('forbidden', code, message);
}
