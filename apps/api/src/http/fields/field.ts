import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Where a value comes from: JSON has types of its own and is read strictly, a query has only text. */
export type FieldSource = 'body' | 'query';

export interface FieldOptions<T> {
  /** The key may be missing; the property is then missing too, unless there is a `default`. */
  optional?: boolean;
  /** `null` is accepted and kept. */
  nullable?: boolean;
  /** An empty (or blank) string is read as `null`. */
  blankIsNull?: boolean;
  /** What a missing key stands for. Implies `optional`. */
  default?: T;
  /** Never shown in an error message. */
  secret?: boolean;
  /** For the OpenAPI page. */
  description?: string;
  example?: unknown;
}

/** What a kind of field accepts: said once, for the reader, for the error message and for the OpenAPI schema. */
export interface FieldRule<T> {
  /** Completes the sentence "… must be". */
  allowed: string;
  schema: ApiPropertyOptions;
  /** The value to use, or `undefined` where it isn't acceptable. */
  read(value: unknown, source: FieldSource): T | undefined;
}

const FIELDS = 'stock-cycle:fields';
const LONGEST_SHOWN = 80;

/** A value that its field refused, on its way from the reader to the validator. */
class Unreadable {
  constructor(readonly received: unknown) {}
}

/**
 * Declares one field of a body or a query: reader, validator and OpenAPI schema together, so that they can't differ.
 * The pipe reads with it; handlers see values of the declared type only.
 */
export function field<T>(rule: FieldRule<T>, options: FieldOptions<T> = {}): PropertyDecorator {
  const required = options.optional !== true && options.default === undefined;
  const decorate = applyDecorators(
    Transform(
      ({ obj, key, options: context }) => readValue(rule, options, ownValue(obj, key), getSource(context.groups)),
      {
        toClassOnly: true,
      },
    ),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown) => !(value instanceof Unreadable) && !(required && value === undefined),
        defaultMessage: (args) => findProblem(rule, options, args),
      },
    }),
    ApiProperty({
      ...rule.schema,
      required,
      ...(options.nullable === true || options.blankIsNull === true ? { nullable: true } : {}),
      ...(options.default === undefined ? {} : { default: options.default }),
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.example === undefined ? {} : { example: options.example }),
    } as ApiPropertyOptions),
  );
  return (target, key) => {
    decorate(target, key);
    const known = new Map(Reflect.getMetadata(FIELDS, target) as Map<string, unknown> | undefined);
    known.set(String(key), options.default);
    Reflect.defineMetadata(FIELDS, known, target);
  };
}

/** Names of a class's fields with their defaults, inherited ones included; `undefined` for a class without any. */
export function listFields(type: { prototype: object }): ReadonlyMap<string, unknown> | undefined {
  return Reflect.getMetadata(FIELDS, type.prototype) as Map<string, unknown> | undefined;
}

/** A received value as it may stand in an error message: JSON, cut at 80 characters. */
export function shown(value: unknown): string {
  const text = value === undefined ? ['nothing'] : [...JSON.stringify(value)];
  return text.length <= LONGEST_SHOWN ? text.join('') : `${text.slice(0, LONGEST_SHOWN).join('')}…`;
}

function readValue<T>(rule: FieldRule<T>, options: FieldOptions<T>, value: unknown, source: FieldSource): unknown {
  if (value === undefined) return undefined;
  if (value === null) return options.nullable === true ? null : new Unreadable(value);
  if (options.blankIsNull === true && typeof value === 'string' && value.trim() === '') return null;
  return rule.read(value, source) ?? new Unreadable(value);
}

function findProblem<T>(rule: FieldRule<T>, options: FieldOptions<T>, args: ValidationArguments | undefined): string {
  const name = args?.property ?? 'value';
  const received: unknown = args?.value;
  if (!(received instanceof Unreadable)) return `${name} is required: ${rule.allowed}`;
  const allowed = options.nullable === true ? `${rule.allowed}, or null` : rule.allowed;
  return options.secret === true
    ? `${name} must be ${allowed}`
    : `${name} must be ${allowed}; received ${shown(received.received)}`;
}

function ownValue(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined;
}

function getSource(groups: string[] | undefined): FieldSource {
  return groups?.includes('query') === true ? 'query' : 'body';
}
