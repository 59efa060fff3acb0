import { field, type FieldOptions } from './field';

/** An id as it comes in a body, or undefined: a digit string of at most 19 digits, or a whole number; at least 1. */
export function readId(value: unknown): number | undefined {
  const isId =
    typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^[0-9]{1,19}$/.test(value);
  const id = Number(value);
  // An id beyond 2^53 belongs to no row: it is looked up as one that doesn't exist.
  return isId && id >= 1 ? Math.min(id, Number.MAX_SAFE_INTEGER) : undefined;
}

/** The id of a row, as digits or as a number. */
export function IdField(options: FieldOptions<number> = {}): PropertyDecorator {
  return field<number>(
    {
      allowed: 'an id: a digit string or a whole number from 1',
      schema: {
        oneOf: [
          { type: 'string', pattern: '^[0-9]{1,19}$' },
          { type: 'integer', minimum: 1 },
        ],
      },
      read: readId,
    },
    options,
  );
}
