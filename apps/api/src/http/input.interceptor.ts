import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { takesAnyBody } from './any-body';
import { takesAnyQuery } from './any-query';
import { toBodyError } from './json-body';
import { ALWAYS_KNOWN_PARAMETER, invalidInput, noNamesKnown } from './strict-validation.pipe';

/**
 * Input checks that no parameter of a handler sees: a body that could not be read, a query parameter sent twice, and
 * anything sent to a route that takes nothing. Runs behind the guards and before the pipes.
 */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    checkInput(context);
    return next.handle();
  }
}

/** As {@link InputInterceptor}, for a guard that looks something up: input is checked before that. @throws AppError 400. */
export function checkInput(context: ExecutionContext): void {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const bodyError = toBodyError(request);
  if (bodyError !== undefined) throw bodyError;
  const query = request.query as Record<string, unknown>;
  const anyQuery = takesAnyQuery(context);
  if (!anyQuery) refuseRepeated(query);
  const takes = listInputs(context);
  if (!takes.has(RouteParamtypes.QUERY) && !anyQuery) {
    refuseAny(
      Object.keys(query).filter((name) => name !== ALWAYS_KNOWN_PARAMETER),
      'query',
    );
  }
  const { body } = request;
  if (takesAnyBody(context)) return;
  if (!takes.has(RouteParamtypes.BODY) && typeof body === 'object' && body !== null) {
    refuseAny(Object.keys(body), 'body');
  }
}

function refuseRepeated(query: Record<string, unknown>): void {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length === 0) return;
  throw invalidInput(
    repeated.map((field) => ({ field, message: `query parameter ${JSON.stringify(field)} was sent more than once` })),
  );
}

function refuseAny(names: string[], source: 'body' | 'query'): void {
  if (names.length > 0) throw noNamesKnown(names, source);
}

/** Kinds of input that the handler has a parameter for. Nest keeps them as keys `<kind>:<index>`. */
function listInputs(context: ExecutionContext): Set<RouteParamtypes> {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  return new Set(Object.keys(args).map((key) => Number(key.split(':')[0])));
}
