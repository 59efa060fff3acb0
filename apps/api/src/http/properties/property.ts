import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

export interface PropertyOptions {
  /** The property may be `null`. */
  nullable?: true;
  /** The property may be missing. */
  optional?: true;
  /** A list of such values. */
  isArray?: true;
  description?: string;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/**
 * A decorator that compiles on a property of one of the `Types` only, nullable, optional and a list as its options say. So
 * what the OpenAPI document says of a property is what the class says, and a class that `implements` a view says what the
 * domain says.
 */
export type PropertyOf<Types extends readonly unknown[], Options> = <Class extends object, Key extends keyof Class>(
  target: Class,
  key: Fits<Class[Key], Types, Options> extends true ? Key : Misfit<Class[Key], Types>,
) => void;

/** What the compiler names where a decorator does not fit its property. */
interface Misfit<Declared, Types extends readonly unknown[]> {
  declared: Declared;
  documented: Types[number];
}

type Fits<Declared, Types extends readonly unknown[], Options> =
  Same<null extends Declared ? true : false, Options extends { nullable: true } ? true : false> extends true
    ? Same<undefined extends Declared ? true : false, Options extends { optional: true } ? true : false> extends true
      ? IsOneOf<ItemOf<NonNullable<Declared>, Options>, Types>
      : false
    : false;

type ItemOf<Value, Options> = Options extends { isArray: true }
  ? Value extends readonly (infer Item)[]
    ? Item
    : never
  : Value;

type IsOneOf<Value, Types extends readonly unknown[]> = true extends {
  [Index in keyof Types]: Same<Value, Types[Index]>;
}[number]
  ? true
  : false;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Documents a property of a response by the schema of one value. */
export function property(
  schema: ApiPropertyOptions,
  { nullable, optional, isArray, minItems, maxItems, description, ...value }: PropertyOptions = {},
): (target: object, key: unknown) => void {
  const item = withNull({ ...schema, ...value }, nullable === true && isArray !== true);
  const decorate = ApiProperty({
    ...(isArray === true ? { type: 'array', items: item, ...given({ minItems, maxItems }) } : item),
    ...given({ nullable, description }),
    ...(optional === true ? { required: false } : {}),
  } as ApiPropertyOptions);
  return (target, key) => decorate(target, key as string);
}

/** OpenAPI 3.0 wants `null` among the values of an enum that is nullable. */
function withNull(schema: ApiPropertyOptions, nullable: boolean): ApiPropertyOptions {
  if (!nullable || !('enum' in schema) || !Array.isArray(schema.enum)) return schema;
  return { ...schema, enum: [...(schema.enum as unknown[]), null] };
}

function given(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
