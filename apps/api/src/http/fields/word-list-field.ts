import { field, type FieldOptions } from './field';

/** An array of some words, case-sensitive, none twice, at most `max` of them. */
export function WordListField<const T extends string>(
  words: readonly T[],
  options: FieldOptions<T[]> & { max: number },
): PropertyDecorator {
  const { max, ...rest } = options;
  return field<T[]>(
    {
      allowed: `an array of at most ${max}, none twice, of ${words.join(', ')}`,
      schema: { type: 'array', items: { type: 'string', enum: [...words] }, maxItems: max, uniqueItems: true },
      read(value) {
        if (!Array.isArray(value) || value.length > max) return undefined;
        const list = value.map((item: unknown) => words.find((word) => word === item));
        return list.includes(undefined) || new Set(list).size < list.length ? undefined : (list as T[]);
      },
    },
    rest,
  );
}
