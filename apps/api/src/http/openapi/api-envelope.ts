import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

export interface EnvelopeOptions {
  /** Default 200. */
  status?: 200 | 202;
  description?: string;
  /** A whole example of `data`. */
  example?: unknown;
  /**
   * Error replies beyond those that follow from the route itself (400, 401, 403, 404 of a path id, 405, 413, 415, 500 and
   * 503 are added to every route that can give them), such as `{ 409: 'the code has an open session' }`.
   */
  errors?: Readonly<Record<number, string>>;
}

/** Taken out again when the document is completed. */
const ERROR_RESPONSES = 'x-error-responses';

/** Documents a route's reply: the envelope around `Data`, and the errors of its own. */
export function ApiEnvelope(Data: Type, options: EnvelopeOptions = {}): MethodDecorator {
  const { status = 200, description = 'Done', example, errors } = options;
  return applyDecorators(
    ApiExtraModels(Data),
    ApiResponse({
      status,
      description,
      schema: {
        type: 'object',
        required: ['success', 'data'],
        properties: { success: { type: 'boolean', enum: [true] }, data: { $ref: getSchemaPath(Data) } },
      },
      ...(example === undefined ? {} : { example: { success: true, data: example } }),
    }),
    ...(errors === undefined ? [] : [ApiExtension(ERROR_RESPONSES, errors)]),
  );
}
