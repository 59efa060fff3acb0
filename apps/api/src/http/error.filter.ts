import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER, type Logger } from '#lib/observability';
import { type Failure, toFailure, sendFailure } from './failure';
import { findLargeId } from './path-id';

/** The one place where an error becomes a reply. Only what we didn't foresee is logged as an error: someone must act. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const failure = nameLargeId(toFailure(error, request.id), request.params);
    const context = { requestId: request.id, method: request.method, url: request.url, err: error };
    if (failure.status === 500) this.logger.error(context, 'request failed unexpectedly');
    else if (failure.status === 503) this.logger.warn(context, 'request failed: a dependency is missing');
    if (reply.sent || reply.raw.headersSent) reply.raw.end();
    else sendFailure(reply, failure, this.toDetail(failure));
  }

  /** A `message` beside `error`, for routes whose contract has one. */
  protected toDetail(_failure: Failure): string | undefined {
    return undefined;
  }
}

/** Services read an id beyond 2^53 as 0, and would name that. */
function nameLargeId(failure: Failure, params: unknown): Failure {
  const id = failure.status === 404 ? findLargeId(params) : undefined;
  return id === undefined ? failure : { ...failure, message: `nothing has the id ${id}`, details: undefined };
}
