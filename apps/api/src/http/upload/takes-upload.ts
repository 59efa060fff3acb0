import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '#lib/kernel';

const CSV = 'text/csv';
const MULTIPART = 'multipart/form-data';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Behind the access guard: a wrong type is told to callers only. */
@Injectable()
class UploadTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (getUploadType(request) !== undefined) return true;
    const types = workbooksGoTo(request) ? `${CSV} or ${WORKBOOK}` : CSV;
    throw new AppError(
      'unsupported',
      'unsupported_media_type',
      `send the file as Content-Type ${types}, or as the part "file" of ${MULTIPART}`,
    );
  }
}

/**
 * The route's body is a file: raw `text/csv` (with `workbooks` a workbook too), or the part `file` of `multipart/form-data`.
 * No other route takes these types.
 */
export const TakesUpload = ({ workbooks = false } = {}): MethodDecorator =>
  applyDecorators(
    RouteConfig({ takesUpload: true, takesWorkbooks: workbooks }),
    UseGuards(UploadTypeGuard),
    ApiConsumes(MULTIPART, CSV, ...(workbooks ? [WORKBOOK] : [])),
    ApiBody({
      description: `One file as the part "file", or the file itself as text/csv${workbooks ? ' or as a workbook (.xlsx)' : ''}`,
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    }),
  );

/** Whether the route's body is a file; of which type, its own guard checks. */
export function takesUpload(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { takesUpload?: boolean }).takesUpload === true;
}

/** Whether a request brings a file, and how. */
export function getUploadType(request: FastifyRequest): 'raw' | 'multipart' | undefined {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type === CSV || (type === WORKBOOK && workbooksGoTo(request))) return 'raw';
  return type === MULTIPART ? 'multipart' : undefined;
}

function workbooksGoTo(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { takesWorkbooks?: boolean }).takesWorkbooks === true;
}

/** Lets the bodies of upload routes through unread, to be streamed by their handlers; elsewhere these types stay a 415. */
export function registerUploadBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser([CSV, WORKBOOK, MULTIPART], (request, _payload, done) => {
    if (takesUpload(request) && getUploadType(request) !== undefined) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']), undefined);
  });
}
