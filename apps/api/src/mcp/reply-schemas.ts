import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { JsonSchema, ObjectSchema } from './json-schema';

type Node = Readonly<Record<string, unknown>>;

const REFERENCE = '#/components/schemas/';

/** What OpenAPI has and JSON Schema has not, and what costs the reader more than it tells. */
const LEFT_OUT = new Set(['nullable', 'example', '$ref', 'allOf']);

/**
 * The schemas of REST's replies, for the tools: their results are as REST gives them, so that they are described once. Read
 * from the OpenAPI document when they are needed first.
 */
@Injectable()
export class ReplySchemas {
  private read: () => OpenAPIObject = () => {
    throw new Error('no OpenAPI document was given');
  };
  private schemas: Readonly<Record<string, unknown>> | undefined;

  /** Called once, when the application is complete. */
  readFrom(read: () => OpenAPIObject): void {
    this.read = read;
  }

  /** The schema of a response class, complete in itself. @param keys Of these properties alone. */
  get(name: string, keys?: readonly string[]): ObjectSchema {
    const { properties, required } = this.convert({ $ref: `${REFERENCE}${name}` }) as ObjectSchema;
    const shown = keys ?? Object.keys(properties);
    return {
      type: 'object',
      properties: Object.fromEntries(shown.map((key) => [key, properties[key] ?? unknownKey(name, key)])),
      required: required.filter((key) => shown.includes(key)),
    };
  }

  private convert(node: Node): JsonSchema {
    const target = this.follow(node);
    const converted = Object.fromEntries(
      Object.entries(target === undefined ? node : { ...this.convert(target), ...node }).flatMap(([key, value]) =>
        LEFT_OUT.has(key) ? [] : [[key, this.convertValue(key, value, target !== undefined)]],
      ),
    );
    return node['nullable'] === true ? orNull(converted) : converted;
  }

  private convertValue(key: string, value: unknown, isConverted: boolean): unknown {
    if (isConverted || typeof value !== 'object' || value === null) return value;
    if (key === 'items' || key === 'additionalProperties') return this.convert(value as Node);
    if (key !== 'properties') return value;
    return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, this.convert(property as Node)]));
  }

  /** The schema that a node refers to. Nest writes a reference with a description as the one part of `allOf`. */
  private follow(node: Node): Node | undefined {
    const [part] = Array.isArray(node['allOf']) ? (node['allOf'] as Node[]) : [];
    const reference = node['$ref'] ?? part?.['$ref'];
    if (typeof reference !== 'string') return undefined;
    this.schemas ??= this.read().components?.schemas ?? {};
    const schema = this.schemas[reference.slice(REFERENCE.length)];
    if (schema === undefined) throw new Error(`the OpenAPI document has no schema ${reference}`);
    return schema as Node;
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  const type = schema['type'];
  // Any JSON value: null is one.
  if (typeof type !== 'string') return schema;
  const values = schema['enum'];
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {};
  return { ...schema, type: [type, 'null'], ...withNull };
}

function unknownKey(name: string, key: string): never {
  throw new Error(`${name} has no property ${key}`);
}
