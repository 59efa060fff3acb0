import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { HTTP_CODE_METADATA, SSE_METADATA } from '@nestjs/common/constants';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

const RAW_REPLY = 'stock-cycle:raw-reply';

/** The handler's result is the body as it is: a file, a page, an event stream. */
export const RawReply = (): MethodDecorator => SetMetadata(RAW_REPLY, true);

/**
 * Puts what a handler returns into `{ "success": true, "data": … }`, with status 200 on POST too, unless the route
 * names another with `@HttpCode`.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const handler = context.getHandler();
    if (Reflect.getMetadata(HTTP_CODE_METADATA, handler) === undefined) {
      context.switchToHttp().getResponse<FastifyReply>().status(200);
    }
    const raw = Reflect.hasMetadata(RAW_REPLY, handler) || Reflect.hasMetadata(SSE_METADATA, handler);
    return raw ? next.handle() : next.handle().pipe(map((data: unknown) => ({ success: true, data: data ?? null })));
  }
}
