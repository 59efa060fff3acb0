import { field, type FieldOptions } from './field';

export interface EnumOptions<T extends string> extends FieldOptions<T> {
  /** What any text that is not allowed stands for (`sort` and `order` of lists). Without it such a text is refused. */
  fallback?: T;
}

/** One of some words, case-sensitive. */
export function EnumField<const T extends string>(
  values: readonly T[],
  options: EnumOptions<T> = {},
): PropertyDecorator {
  return field<T>(
    {
      allowed: `one of ${values.join(', ')}`,
      schema: { type: 'string', enum: [...values] },
      read(value) {
        if (typeof value !== 'string') return undefined;
        const word = value.trim();
        return values.find((candidate) => candidate === word) ?? options.fallback;
      },
    },
    options,
  );
}

/** `true` or `false`; a query may say `1` or `0`. */
export function FlagField(options: FieldOptions<boolean> = {}): PropertyDecorator {
  return field<boolean>(
    {
      allowed: 'true or false',
      schema: { type: 'boolean' },
      read(value, source) {
        if (source === 'body') return typeof value === 'boolean' ? value : undefined;
        if (value === 'true' || value === '1') return true;
        return value === 'false' || value === '0' ? false : undefined;
      },
    },
    options,
  );
}
