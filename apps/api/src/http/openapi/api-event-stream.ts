import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents a stream of Server-Sent Events: the `data` of each of them, as JSON, is a `Data`. */
export function ApiEventStream(Data: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(Data),
    ApiResponse({
      status: 200,
      description:
        'Server-Sent Events: `progress`, and one of another name after which the stream ends; the schema is that of the data of each',
      content: { 'text/event-stream': { schema: { $ref: getSchemaPath(Data) } } },
    }),
  );
}
