import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS, type Access, type GuardedAccess } from './access';

/** What a route asks of the caller of this request; `public` if it asks for nothing. */
export type RequestedAccess = GuardedAccess | { readonly level: 'public'; readonly recognises: boolean };

/** Reads the route's declaration, and what it asks for the sake of the query. */
export function requestedAccess(reflector: Reflector, context: ExecutionContext): RequestedAccess {
  const declared = reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
  if (declared.level !== 'public') return declared;
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const narrowed = declared.narrowed?.(request.query as Readonly<Record<string, unknown>>);
  return narrowed ?? { level: 'public', recognises: declared.recognises === true };
}
