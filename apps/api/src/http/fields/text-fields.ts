import { field, type FieldOptions } from './field';

export interface TextOptions extends FieldOptions<string> {
  /** In Unicode code points, after trimming. Default 0. */
  min?: number;
  max: number;
  /** Newlines and tabs are allowed (notes). */
  multiline?: boolean;
  /** Kept as it came, for passwords. */
  untrimmed?: boolean;
}

const LONGEST_NAME = 100;

const CONTROL = /[\p{Cc}\p{Surrogate}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|\p{Surrogate}/u;

/** Free text: trimmed, no control characters, no broken surrogates, length in code points. */
export function TextField(options: TextOptions): PropertyDecorator {
  const min = options.min ?? 0;
  const lengths = min === 0 ? `at most ${options.max}` : `${min} to ${options.max}`;
  const forbidden = options.multiline === true ? CONTROL_BUT_LINES : CONTROL;
  return field<string>(
    {
      allowed: `text of ${lengths} characters without control characters`,
      schema: { type: 'string', maxLength: options.max, ...(min === 0 ? {} : { minLength: min }) },
      read(value) {
        if (typeof value !== 'string' || forbidden.test(value)) return undefined;
        const text = options.untrimmed === true ? value : value.trim();
        const length = [...text].length;
        return length >= min && length <= options.max ? text : undefined;
      },
    },
    options,
  );
}

/** An array of 1 to `max` short names in a body, without control characters; one that stands twice counts once. */
export function NamesField(options: FieldOptions<string[]> & { max: number }): PropertyDecorator {
  const { max, ...rest } = options;
  return field<string[]>(
    {
      allowed: `an array of 1 to ${max} names of 1 to ${LONGEST_NAME} characters`,
      schema: {
        type: 'array',
        minItems: 1,
        maxItems: max,
        items: { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
      },
      read(value) {
        if (!Array.isArray(value) || value.length === 0 || value.length > max) return undefined;
        const names: unknown[] = value;
        const read = names.flatMap((name) =>
          typeof name === 'string' && name !== '' && [...name].length <= LONGEST_NAME && !CONTROL.test(name)
            ? [name]
            : [],
        );
        return read.length === names.length ? [...new Set(read)] : undefined;
      },
    },
    rest,
  );
}
