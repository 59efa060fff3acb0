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
