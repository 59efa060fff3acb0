import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyScope, UserRole } from '#lib/accounts';

export type CredentialKind = 'cookie' | 'jwt' | 'api_key';

/** Who sends a request, as its credential proves. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly role: UserRole;
  readonly credential: CredentialKind;
  /** The login behind a cookie or JWT; undefined for a personal API key. */
  readonly loginId: string | undefined;
  /** The readable part of the personal API key; undefined for a login. */
  readonly keyPrefix: string | undefined;
  /** What the personal API key may do; undefined for a login, which may do all that its user may. */
  readonly scopes: readonly KeyScope[] | undefined;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Remembers who sent the request, for handlers and for the access log. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

export function getCaller(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/** The caller, as a handler's parameter: always there on guarded routes; on public ones only with a good credential. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  getCaller(context.switchToHttp().getRequest<FastifyRequest>()),
);
