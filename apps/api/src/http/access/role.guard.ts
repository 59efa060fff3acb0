import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ADMINISTRATOR_ID } from '#lib/accounts';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { AppError } from '#lib/kernel';
import { type GuardedAccess, getScope } from './access';
import { type Caller, getCaller } from './caller';
import { type PresentedCredential, presentedCredential } from './presented-credential';
import { requestedAccess } from './requested-access';
import { isSameOrigin } from './same-origin';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Third of the three guards: whether there is a caller (401), and what the caller may do (403). */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access = requestedAccess(this.reflector, context);
    if (access.level === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = getCaller(request);
    const credential = presentedCredential(request);
    if (caller === undefined) throw findDenial(access, credential !== undefined);
    this.refuseForeignPages(caller, request);
    refuseForbidden(access, caller, request.method);
    refuseKeyInAddress(access, credential);
    return true;
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

function refuseForbidden(access: GuardedAccess, caller: Caller, method: string): void {
  refuseOwner(access, caller);
  const scope = getScope(access, method);
  if (caller.scopes === undefined || caller.scopes.includes(scope)) return;
  const message = `this API key has the scope${caller.scopes.length === 1 ? '' : 's'} ${caller.scopes.join(', ')}; this takes ${scope}`;
  throw forbidden('scope_missing', message);
}

/** An address is kept by histories and proxies: what administrators may do is not for who reads those. */
function refuseKeyInAddress(access: GuardedAccess, credential: PresentedCredential | undefined): void {
  if (access.level !== 'administrator' || access.contractRoute === true) return;
  if (credential?.kind !== 'api_key' || credential.inAddress !== true) return;
  throw forbidden(
    'key_in_address',
    'send the API key in the Authorization header; routes of administrators read no api_key',
  );
}

/** Whose credential it is, and whether it may be a key at all. */
function refuseOwner(access: GuardedAccess, caller: Caller): void {
  const byKey = caller.credential === 'api_key';
  if (access.level === 'key_header') {
    if (access.administrator === true && (!byKey || caller.userId !== ADMINISTRATOR_ID)) throw accessDenied();
    if (!byKey) throw forbidden('personal_key_only', 'only personal API keys are accepted here; a login is none');
    return;
  }
  if (access.level === 'administrator') {
    if (caller.role !== 'admin' || (byKey && caller.userId !== ADMINISTRATOR_ID)) {
      throw forbidden('administrator_only', 'only an administrator may do this');
    }
    if (byKey && access.loginOnly === true) throw loginRequired();
    return;
  }
  if (!byKey || access.keys === 'any') return;
  if (access.keys === 'none') throw loginRequired();
  if (caller.userId !== ADMINISTRATOR_ID) {
    throw forbidden(
      'administrator_key_only',
      'only personal API keys of the administrator (user id 1) are accepted here; log in',
    );
  }
}

/** What whoever has no valid credential is told. */
function findDenial(access: GuardedAccess, presented: boolean): AppError {
  if (access.level !== 'key_header') return unauthorized(presented);
  if (access.administrator === true) return accessDenied();
  const message = presented
    ? 'authentication failed: the API key in X-API-Key is not valid (any more)'
    : 'authentication failed: send a personal API key as the header X-API-Key';
  return new AppError('unauthorized', 'unauthorized', message);
}

function accessDenied(): AppError {
  return forbidden('administrator_only', 'access denied: an API key of the administrator is required');
}

function unauthorized(presented: boolean): AppError {
  const message = presented
    ? 'the credential is not valid (any more); log in again, or check the API key'
    : 'credentials are needed: log in, or send Authorization: Bearer <token or API key>, or ?api_key=<API key>';
  return new AppError('unauthorized', 'unauthorized', message);
}

function loginRequired(): AppError {
  return forbidden('login_required', 'a personal API key can not do this; log in');
}

function forbidden(code: string, message: string): AppError {
  return new AppError('forbidden', code, message);
}
