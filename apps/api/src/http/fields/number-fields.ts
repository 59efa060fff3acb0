import { field, type FieldOptions, type FieldSource } from './field';

export interface NumberOptions extends FieldOptions<number> {
  min?: number;
  max?: number;
  /** `min` itself is not allowed. */
  aboveMin?: boolean;
  /** A JSON body may carry the number as text, such as `"12.50"`. */
  numericText?: boolean;
}

const DECIMAL = /^[+-]?[0-9]{1,20}(?:\.[0-9]{1,20})?$/;
const WHOLE = /^[+-]?[0-9]{1,15}$/;

/** A whole number. */
export function IntField(options: NumberOptions = {}): PropertyDecorator {
  return field<number>(
    {
      allowed: `a whole number${rangeText(options)}`,
      schema: { type: 'integer', ...rangeSchema(options) },
      read: (value, source) => withinRange(readWhole(value, source, options), options),
    },
    options,
  );
}

/** An array of different whole numbers, at least one and at most `most`. */
export function IntListField(
  options: FieldOptions<number[]> & { min: number; max: number; most: number },
): PropertyDecorator {
  const { min, max, most, ...rest } = options;
  return field<number[]>(
    {
      allowed: `an array of 1 to ${most} different whole numbers${rangeText({ min, max })}`,
      schema: {
        type: 'array',
        ...{ minItems: 1, maxItems: most, uniqueItems: true },
        items: { type: 'integer', ...rangeSchema({ min, max }) },
      },
      read(value) {
        if (!Array.isArray(value) || value.length === 0 || value.length > most) return undefined;
        const isWithin = (each: unknown) =>
          Number.isSafeInteger(each) && (each as number) >= min && (each as number) <= max;
        return value.every(isWithin) && new Set(value).size === value.length ? (value as number[]) : undefined;
      },
    },
    rest,
  );
}

/** A finite number. */
export function NumberField(options: NumberOptions = {}): PropertyDecorator {
  return field<number>(
    {
      allowed: `a number${rangeText(options)}`,
      schema: { type: 'number', ...rangeSchema(options) },
      read: (value, source) => withinRange(readNumber(value, source, options), options),
    },
    options,
  );
}

/** Page or batch size: a whole number from 1; one above `max` counts as `max`. */
export function LimitField(options: { default: number; max: number; description?: string }): PropertyDecorator {
  return field<number>(
    {
      allowed: `a whole number from 1 (above ${options.max} counts as ${options.max})`,
      schema: { type: 'integer', minimum: 1, maximum: options.max },
      read(value, source) {
        const limit = withinRange(readWhole(value, source, {}), { min: 1 });
        return limit === undefined ? undefined : Math.min(limit, options.max);
      },
    },
    options,
  );
}

/** Rows to skip. */
export function OffsetField(): PropertyDecorator {
  return IntField({ min: 0, max: 1_000_000_000, default: 0, description: 'Rows to skip' });
}

function readWhole(value: unknown, source: FieldSource, options: NumberOptions): number | undefined {
  if (source === 'body' && typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return readsText(source, options) && typeof value === 'string' && WHOLE.test(value.trim())
    ? Number(value)
    : undefined;
}

function readNumber(value: unknown, source: FieldSource, options: NumberOptions): number | undefined {
  if (source === 'body' && typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return readsText(source, options) && typeof value === 'string' && DECIMAL.test(value.trim())
    ? Number(value)
    : undefined;
}

function readsText(source: FieldSource, options: NumberOptions): boolean {
  return source === 'query' || options.numericText === true;
}

function withinRange(value: number | undefined, { min, max, aboveMin }: NumberOptions): number | undefined {
  if (value === undefined) return undefined;
  if (min !== undefined && (aboveMin === true ? value <= min : value < min)) return undefined;
  if (max !== undefined && value > max) return undefined;
  return value;
}

function rangeText({ min, max, aboveMin }: NumberOptions): string {
  const from = min === undefined ? '' : aboveMin === true ? ` above ${min}` : ` from ${min}`;
  return max === undefined
    ? from
    : `${from}${aboveMin === true ? ' and at most' : min === undefined ? ' up to' : ' to'} ${max}`;
}

function rangeSchema({ min, max, aboveMin }: NumberOptions): Record<string, number> {
  return {
    ...(min === undefined ? {} : { [aboveMin === true ? 'exclusiveMinimum' : 'minimum']: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
}
