import { field, type FieldOptions } from './field';

/** JSON of no fixed shape, other than null. What it may be is checked behind the route. */
export function JsonField(options: FieldOptions<unknown> = {}): PropertyDecorator {
  return field<unknown>({ allowed: 'JSON other than null', schema: {}, read: (value) => value }, options);
}
