import { field, type FieldOptions } from './field';

/** A JSON object of any keys. What it may hold is checked behind the route. */
export function ObjectField(options: FieldOptions<object> = {}): PropertyDecorator {
  return field<object>(
    {
      allowed: 'a JSON object',
      schema: { type: 'object', additionalProperties: true },
      read: (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined),
    },
    options,
  );
}
