export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * `T` if every field comes back from JSON as it went in, else a type that no value fits.
 * A `Date`, a `bigint`, a function, a `Map` or a class with methods turns the field into `never`, so that the
 * declaration of such a payload doesn't compile.
 */
export type JsonStable<T> = T extends JsonScalar
  ? T
  : T extends
        bigint | symbol | undefined | Date | Map<unknown, unknown> | Set<unknown> | ((...args: never[]) => unknown)
    ? never
    : T extends readonly (infer Item)[]
      ? readonly JsonStable<Item>[]
      : T extends object
        ? { [Key in keyof T]: JsonStable<Exclude<T[Key], undefined>> }
        : never;
