import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import { takesAnyBody } from './any-body';
import { takesAnyQuery } from './any-query';
import { toBodyError } from './json-body';
import { takesUpload } from './upload/takes-upload';
import { ALWAYS_KNOWN_PARAMETER, invalidInput, noNamesKnown } from './strict-validation.pipe';

/**
 * Input checks that no parameter of a handler sees: a body that could not be read, a query parameter sent twice, and
 * anything sent to a route that takes nothing. The last of the global guards: only who may call a route hears what is wrong.
 */
@Injectable()
export class InputGuard implements CanActivate {
  /** @throws AppError 400. */
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const takes = listInputs(context);
    if (!takesAnyQuery(context)) checkQuery(request, takes.has(RouteParamtypes.QUERY));
    if (!takesUpload(request)) checkBody(request, takes.has(RouteParamtypes.BODY) || takesAnyBody(context));
    return true;
  }
}

function checkQuery(request: FastifyRequest, isTaken: boolean): void {
  const query = request.query as Record<string, unknown>;
  refuseRepeated(query);
  if (isTaken) return;
  refuseAny(
    Object.keys(query).filter((name) => name !== ALWAYS_KNOWN_PARAMETER),
    'query',
  );
}

function checkBody(request: FastifyRequest, isTaken: boolean): void {
  const bodyError = toBodyError(request);
  if (bodyError !== undefined) throw bodyError;
  const { body } = request;
  if (!isTaken && typeof body === 'object' && body !== null) refuseAny(Object.keys(body), 'body');
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

const inputsByHandler = new WeakMap<object, ReadonlySet<RouteParamtypes>>();

/** Kinds of input that the handler has a parameter for. Nest keeps them as keys `<kind>:<index>`. */
function listInputs(context: ExecutionContext): ReadonlySet<RouteParamtypes> {
  const handler = context.getHandler();
  const known = inputsByHandler.get(handler);
  if (known !== undefined) return known;
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object;
  const inputs = new Set(Object.keys(args).map((key) => Number(key.split(':')[0])));
  inputsByHandler.set(handler, inputs);
  return inputs;
}
