import { field, type FieldOptions } from './field';

const LARGEST_BIGINT = 2n ** 63n - 1n;
const ID_SCHEMA = {
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', pattern: '^[0-9]{1,19}$' },
  ],
};

/** The id of a row, as a number or a string of digits. One that no row can have (beyond 2^53) is read as 0. */
export function IdField(options: FieldOptions<number> = {}): PropertyDecorator {
  return field<number>(
    { allowed: 'an id, as a whole number or a string of digits', schema: ID_SCHEMA, read: readId },
    options,
  );
}

/**
 * An array of ids of rows, as numbers or strings of digits, at most `max` of them. One that no row can have (beyond 2^53)
 * is read as 0, so that the service finds nothing.
 */
export function IdListField(options: FieldOptions<number[]> & { max: number }): PropertyDecorator {
  const { max, ...rest } = options;
  return field<number[]>(
    {
      allowed: `an array of at most ${max} ids, as whole numbers or strings of digits`,
      schema: {
        type: 'array',
        maxItems: max,
        items: ID_SCHEMA,
      },
      read(value) {
        if (!Array.isArray(value) || value.length > max) return undefined;
        const ids = value.map(readId);
        return ids.every((id) => id !== undefined) ? ids : undefined;
      },
    },
    rest,
  );
}

function readId(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string' || !/^[0-9]{1,19}$/.test(value) || BigInt(value) > LARGEST_BIGINT) return undefined;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : 0;
}
