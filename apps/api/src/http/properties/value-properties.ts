import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import type { CalendarDay } from '#lib/kernel';
import { property, type PropertyOf, type PropertyOptions } from './property';

/** Any text. Words of a list that the domain knows are an `ApiEnum`. */
export function ApiText<const Options extends PropertyOptions>(options?: Options): PropertyOf<[string], Options> {
  return property({ type: 'string' }, options);
}

/** One of some values, which are those of the property's type. */
export function ApiEnum<const Value extends string | number | boolean, const Options extends PropertyOptions>(
  values: readonly Value[],
  options?: Options,
): PropertyOf<[Value], Options> {
  const [first] = values;
  return property(
    { type: typeof first === 'number' ? 'integer' : typeof first, enum: [...values] } as ApiPropertyOptions,
    options,
  );
}

export function ApiFlag<const Options extends PropertyOptions>(options?: Options): PropertyOf<[boolean], Options> {
  return property({ type: 'boolean' }, options);
}

/** The id of a row. */
export function ApiId<const Options extends PropertyOptions>(options?: Options): PropertyOf<[number], Options> {
  return property({ type: 'integer' }, options);
}

/** How many: a whole number from 0. */
export function ApiCount<const Options extends PropertyOptions>(options?: Options): PropertyOf<[number], Options> {
  return property({ type: 'integer', minimum: 0 }, options);
}

export function ApiInteger<const Options extends PropertyOptions>(options?: Options): PropertyOf<[number], Options> {
  return property({ type: 'integer' }, options);
}

export function ApiNumber<const Options extends PropertyOptions>(options?: Options): PropertyOf<[number], Options> {
  return property({ type: 'number' }, options);
}

/** A calendar day, `YYYY-MM-DD`. */
export function ApiDay<const Options extends PropertyOptions>(
  options?: Options,
): PropertyOf<[string, CalendarDay], Options> {
  return property({ type: 'string', format: 'date', example: '2025-12-19' }, options);
}

/** A moment, ISO 8601 in UTC. */
export function ApiInstant<const Options extends PropertyOptions>(
  options?: Options,
): PropertyOf<[string, Date], Options> {
  return property({ type: 'string', format: 'date-time' }, options);
}

/** Another response class; `[Class]` for a list of them. */
export function ApiObject<Class, const Options extends Omit<PropertyOptions, 'isArray'>>(
  type: Type<Class>,
  options?: Options,
): PropertyOf<[Class], Options>;
export function ApiObject<Class, const Options extends Omit<PropertyOptions, 'isArray'>>(
  type: [Type<Class>],
  options?: Options,
): PropertyOf<[Class[], readonly Class[]], Options>;
export function ApiObject(type: Type | [Type], options?: PropertyOptions): (target: object, key: unknown) => void {
  return property({ type }, options);
}

/** JSON of no fixed shape: an object of any keys, unless `schema` says more. The compiler does not look at its type. */
export function ApiJson(
  options: Omit<PropertyOptions, 'isArray'> = {},
  schema: ApiPropertyOptions = ANY_OBJECT,
): PropertyDecorator {
  return property(schema, options);
}

const ANY_OBJECT: ApiPropertyOptions = { type: 'object', additionalProperties: true };
