import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { RawResponse } from '../http';

interface ContractResponseOptions {
  /** Kinds of `data`; a list of strings where there is none. */
  one?: Type;
  many?: Type;
  /** Keys beside `data`; those in `always` are in every reply. */
  beside?: Record<string, { type: 'string' | 'integer' }>;
  always?: readonly string[];
  errors?: Readonly<Record<number, string>>;
}

/** A reply whose envelope has keys of its own beside `data`; the handler returns all of it. */
export function ContractResponse({
  one,
  many,
  beside = {},
  always = [],
  errors,
}: ContractResponseOptions): MethodDecorator {
  const models = [one, many].filter((model) => model !== undefined);
  const forms = [
    ...(one === undefined ? [] : [{ $ref: getSchemaPath(one) }]),
    ...(many === undefined ? [] : [{ type: 'array', items: { $ref: getSchemaPath(many) } }]),
    ...(models.length === 0 ? [{ type: 'array', items: { type: 'string' } }] : []),
  ];
  return applyDecorators(
    RawResponse(),
    ApiExtraModels(...models),
    ApiResponse({
      status: 200,
      description: 'Done',
      schema: {
        type: 'object',
        required: ['success', 'data', ...always],
        properties: {
          success: { type: 'boolean', enum: [true] },
          data: forms.length === 1 ? (forms[0] ?? {}) : { oneOf: forms },
          ...beside,
        },
      },
    }),
    ...(errors === undefined ? [] : [ApiExtension('x-error-responses', errors)]),
  );
}
