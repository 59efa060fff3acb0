import { type AmountRange, readAmount, readDuration, parseSiteDomain, withinRange } from '#lib/seo';
import { field, type FieldOptions } from '../http/fields/field';

/** A site's domain, bare or within an address; read as it is stored. */
export function DomainField(options: FieldOptions<string> = {}): PropertyDecorator {
  return field<string>(
    {
      allowed: 'a domain such as example.com, bare or within an address (it is required)',
      schema: { type: 'string', maxLength: 4096 },
      read: (value) => (typeof value === 'string' ? parseSiteDomain(value) : undefined),
    },
    { example: 'example.com', ...options },
  );
}

/** A number, or text that spells one: thousands separators, `1.2M`, and what `range` allows. Blank text is null. */
export function AmountField(range: AmountRange, options: FieldOptions<number> = {}): PropertyDecorator {
  const kind = range.whole === true ? 'a whole number' : 'a number';
  const text = range.percent === true ? 'text such as "45.2%"' : 'text such as "1,200" or "1.2M"';
  return field<number>(
    {
      allowed: `${kind} from 0${range.max === undefined ? '' : ` to ${range.max}`}, or ${text}`,
      schema: {
        oneOf: [
          { type: 'number', minimum: 0, ...getMaximum(range) },
          { type: 'string', maxLength: 40 },
        ],
      },
      read: (value) => readNumber(value, (shown) => readAmount('it', shown, range), range),
    },
    { optional: true, nullable: true, blankIsNull: true, ...options },
  );
}

/** Seconds: a number, or text `HH:MM:SS`, `MM:SS` or seconds. Blank text is null. */
export function DurationField(max: number, options: FieldOptions<number> = {}): PropertyDecorator {
  return field<number>(
    {
      allowed: 'HH:MM:SS, MM:SS or a number of seconds',
      schema: {
        oneOf: [
          { type: 'number', minimum: 0, maximum: max },
          { type: 'string', maxLength: 20 },
        ],
      },
      read: (value) => readNumber(value, (shown) => readDuration('it', shown), { max }),
    },
    { optional: true, nullable: true, blankIsNull: true, ...options },
  );
}

type NumberReading = ReturnType<typeof readAmount>;

function readNumber(value: unknown, ofText: (text: string) => NumberReading, range: AmountRange): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.length > 40)) return undefined;
  const reading = typeof value === 'number' ? withinRange('it', value, '', range) : ofText(value);
  return 'problem' in reading ? undefined : (reading.value ?? undefined);
}

function getMaximum({ max }: AmountRange): { maximum?: number } {
  return max === undefined ? {} : { maximum: max };
}
