import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { actAs, type Actor, UNKNOWN_PERSON } from '#lib/audit-trail';
import { type Caller, callerOf } from './caller';

/** Runs the handler for the caller that the guards found, so that the acts which it records are his. */
@Injectable()
export class ActingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const caller = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    return actAs(caller === undefined ? UNKNOWN_PERSON : actorOf(caller), () => next.handle());
  }
}

function actorOf({ userId, username, keyPrefix }: Caller): Actor {
  return { kind: keyPrefix === undefined ? 'login' : 'api_key', userId, username, keyPrefix: keyPrefix ?? null };
}
