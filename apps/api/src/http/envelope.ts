import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { HTTP_CODE_METADATA, SSE_METADATA } from '@nestjs/common/constants';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

const RAW_REPLY = 'stock-cycle:raw-reply';

/** The handler's result is the body as it is: a file, a page, an event stream. */
export const RawResponse = (): MethodDecorator => SetMetadata(RAW_REPLY, true);

/**
 * Puts what a handler returns into `{ "success": true, "data": … }`, with status 200 on POST too, unless the route
 * names another with `@HttpCode`. A 304 has no body.
 */
export function wrapResult(context: ExecutionContext, result: Observable<unknown>): Observable<unknown> {
  const handler = context.getHandler();
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  if (Reflect.getMetadata(HTTP_CODE_METADATA, handler) === undefined) {
    reply.status(200);
  }
  const raw = Reflect.hasMetadata(RAW_REPLY, handler) || Reflect.hasMetadata(SSE_METADATA, handler);
  if (raw) return result;
  return result.pipe(
    map((data: unknown) => (reply.statusCode === 304 ? undefined : { success: true, data: data ?? null })),
  );
}
