import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { actAs, type Actor, UNKNOWN_PERSON } from '#lib/audit-trail';
import { Database, readOnly } from '#lib/database';
import { type Caller, getCaller } from './access/caller';
import { changesNothing } from './access/changes-nothing';
import { mayHaveWritten } from './access/presented-credential';
import { wrapResult } from './envelope';

/**
 * Runs the handler for the caller that the guards found, so that the acts which it records are theirs, and puts its result
 * into the envelope. The only global interceptor: on Node 20 each costs as much as all guards of a request together.
 */
@Injectable()
export class HandlerInterceptor implements NestInterceptor {
  private readonly hasReplica: boolean;

  constructor(
    private readonly reflector: Reflector,
    database: Database,
  ) {
    this.hasReplica = database.replica !== undefined;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = getCaller(request);
    const handle = (): Observable<unknown> =>
      actAs(caller === undefined ? UNKNOWN_PERSON : toActor(caller), () => next.handle());
    const mayReadReplica = this.hasReplica && changesNothing(this.reflector, context, request.method);
    return wrapResult(
      context,
      mayReadReplica ? readOnly({ seesOwnWrites: mayHaveWritten(request) }, handle) : handle(),
    );
  }
}

function toActor({ userId, username, keyPrefix }: Caller): Actor {
  return { kind: keyPrefix === undefined ? 'login' : 'api_key', userId, username, keyPrefix: keyPrefix ?? null };
}
