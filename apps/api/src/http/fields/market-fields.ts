import { type CalendarDay, MAX_DAY, MIN_DAY, parseDayFrom } from '#lib/kernel';
import { field, type FieldOptions } from './field';

/** A real calendar day, strictly `YYYY-MM-DD`. */
export function DayField({
  from = MIN_DAY,
  ...options
}: FieldOptions<CalendarDay> & { from?: string } = {}): PropertyDecorator {
  return field<string>(
    {
      allowed: `a calendar day YYYY-MM-DD from ${from} to ${MAX_DAY}`,
      schema: { type: 'string', format: 'date' },
      read: (value) => (typeof value === 'string' ? parseDayFrom(from, value.trim()) : undefined),
    },
    { example: '2025-03-14', ...options },
  );
}

/** With the blanks that may stand around it. */
const LONGEST_CODE = 40;

/** The code that a text stands for, or `undefined`. */
export function readStockCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_CODE) return undefined;
  const code = value.normalize('NFKC').trim();
  return code.length === 6 && /^[0-9]{6}$/.test(code) ? code : undefined;
}

/** A 6-digit A-share code without a market suffix; full-width digits and blanks around are folded away. */
export function CodeField(options: FieldOptions<string> = {}): PropertyDecorator {
  return field<string>(
    {
      allowed: 'a stock code of 6 digits without a market suffix',
      schema: { type: 'string', pattern: '^[0-9]{6}$' },
      read: readStockCode,
    },
    { example: '600519', ...options },
  );
}

/** Stock codes in a query, with commas between them: 1 to `max`, each read as a `CodeField`; one that stands twice counts once. */
export function CodeListField(options: FieldOptions<string[]> & { max: number }): PropertyDecorator {
  const { max, ...rest } = options;
  return field<string[]>(
    {
      allowed: `1 to ${max} stock codes of 6 digits with commas between them`,
      schema: { type: 'string', pattern: `^[0-9]{6}(,[0-9]{6}){0,${max - 1}}$` },
      read(value) {
        if (typeof value !== 'string' || value.length > max * LONGEST_CODE) return undefined;
        const codes = value.normalize('NFKC').split(',').map(readStockCode);
        return codes.length <= max && codes.every((code) => code !== undefined) ? [...new Set(codes)] : undefined;
      },
    },
    { example: '600519,000651', ...rest },
  );
}

/** An array of 1 to `max` stock codes in a body, each read as a `CodeField`; one that stands twice counts once. */
export function CodesField(options: FieldOptions<string[]> & { max: number }): PropertyDecorator {
  const { max, ...rest } = options;
  return field<string[]>(
    {
      allowed: `an array of 1 to ${max} stock codes of 6 digits`,
      schema: { type: 'array', minItems: 1, maxItems: max, items: { type: 'string', pattern: '^[0-9]{6}$' } },
      read(value) {
        if (!Array.isArray(value) || value.length === 0 || value.length > max) return undefined;
        const codes = value.map(readStockCode);
        return codes.every((code) => code !== undefined) ? [...new Set(codes)] : undefined;
      },
    },
    { example: ['600519'], ...rest },
  );
}
