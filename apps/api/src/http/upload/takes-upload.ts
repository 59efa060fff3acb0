import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '#lib/kernel';

const CSV = 'text/csv';
const MULTIPART = 'multipart/form-data';

/** Behind the access guard: a wrong type is told to callers only. */
@Injectable()
class UploadTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const type = uploadTypeOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (type !== undefined) return true;
    throw new AppError(
      'unsupported',
      'unsupported_media_type',
      `send the file as Content-Type ${CSV}, or as the part "file" of ${MULTIPART}`,
    );
  }
}

/** The route's body is a file: raw `text/csv`, or the part `file` of `multipart/form-data`. No other route takes these types. */
export const TakesUpload = (): MethodDecorator =>
  applyDecorators(
    RouteConfig({ takesUpload: true }),
    UseGuards(UploadTypeGuard),
    ApiConsumes(MULTIPART, CSV),
    ApiBody({
      description: 'One file as the part "file", or the file itself as text/csv',
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    }),
  );

/** Whether a request brings a file, and how. */
export function uploadTypeOf(request: FastifyRequest): 'raw' | 'multipart' | undefined {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === CSV) return 'raw';
  return type === MULTIPART ? 'multipart' : undefined;
}

/** Lets the bodies of upload routes through unread, to be streamed by their handlers; elsewhere these types stay a 415. */
export function registerUploadBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser([CSV, MULTIPART], (request, _payload, done) => {
    const { takesUpload } = request.routeOptions.config as { takesUpload?: boolean };
    if (takesUpload === true) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']), undefined);
  });
}
