import { HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { convertDatabaseError } from '#lib/database';
import { AppError, type ErrorKind, type FieldError } from '#lib/kernel';

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  414: 'address_too_long',
  415: 'unsupported_media_type',
  421: 'unknown_host',
};

const SENTENCE_OF_STATUS: Readonly<Record<number, string>> = {
  404: 'there is no such route',
  413: 'the body is larger than 1 MiB',
  414: 'a part of the address is too long',
  415: 'send the body as Content-Type application/json',
};

/** An error as a reply says it. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  fields: FieldError[] | undefined;
  details: AppError['details'];
  retryAfterSeconds: number | undefined;
}

/** What anything that was thrown means to the client. What we didn't foresee is a 500 that tells nothing but the request id. */
export function toFailure(error: unknown, requestId: string): Failure {
  const known = error instanceof AppError ? error : convertDatabaseError(error);
  if (known !== undefined && known.kind !== 'internal') {
    const { code, message, fields, details, retryAfterSeconds } = known;
    return { status: STATUS_OF_KIND[known.kind], code, message, fields, details, retryAfterSeconds };
  }
  const status = toStatus(error);
  if (status !== undefined && status >= 400 && status < 500) {
    return failure(status, SENTENCE_OF_STATUS[status] ?? 'the request could not be understood');
  }
  return failure(500, `something went wrong on the server; tell the operator the request id ${requestId}`);
}

export function failure(status: number, message: string): Failure {
  const code = CODE_OF_STATUS[status] ?? (status >= 500 ? 'internal_error' : 'invalid_input');
  return { status, code, message, fields: undefined, details: undefined, retryAfterSeconds: undefined };
}

/** Writes the reply. A 401 has a body and a header of its own, by contract. */
export function sendFailure(
  reply: FastifyReply,
  { status, code, message, fields, details, retryAfterSeconds }: Failure,
  detail?: string,
): void {
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="stock-cycle"');
  if (status === 413) keepConnection(reply);
  void reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send(
      status === 401
        ? { error: message }
        : {
            success: false,
            error: message,
            code,
            ...(detail === undefined ? {} : { message: detail }),
            ...(fields === undefined ? {} : { fields }),
            ...(details === undefined ? {} : { details }),
          },
    );
}

/**
 * Fastify closes the connection of a body that is too large. A client that still sends then meets a reset before it has read
 * the reply; so the rest of the body is read and dropped, as long as a request may take to arrive.
 */
function keepConnection(reply: FastifyReply): void {
  void reply.removeHeader('connection');
  reply.request.raw.resume();
}

/** Status of Nest's exceptions and of Fastify's own errors. */
function toStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  const fromFastify = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
  return fromFastify && typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
