import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = Record<string, Json>;

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApiText {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface SeenReply {
  status: number;
  contentType: string | null;
  text: string;
}

const FORMATS = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
};

/** Refusals before a route is found: Fastify knows them, the document's operations don't. */
const ANYWHERE = new Set([404, 405]);

/**
 * Holds replies against the OpenAPI document: the status must be listed, the body must fit the schema, and keys that the
 * schema doesn't have are faults too.
 */
export class ReplyChecker {
  private readonly ajv: Ajv;
  private readonly named: Record<string, Schema> = {};
  private readonly compiled = new Map<Schema, ValidateFunction>();
  /** By what they check: most operations fail alike. */
  private readonly compiledByText = new Map<string, ValidateFunction>();
  private readonly routes: { method: string; pattern: RegExp; operation: Operation }[];

  constructor(document: OpenApiText) {
    // Compiling takes longer than all the checks of a suite: as little as possible of it.
    const quickly = { inlineRefs: false, validateSchema: false, code: { optimize: false } };
    this.ajv = new Ajv({ allErrors: true, strict: false, formats: FORMATS, ...quickly });
    this.ajv.addSchema({
      $id: 'openapi',
      components: { schemas: strictSchemas(document.components?.schemas ?? {}) },
    });
    this.routes = Object.entries(document.paths)
      .sort(([a], [b]) => parametersOf(a) - parametersOf(b))
      .flatMap(([template, operations]) =>
        Object.entries(operations).map(([method, operation]) => ({
          method: method.toUpperCase(),
          pattern: patternOf(template),
          operation,
        })),
      );
  }

  /** What is wrong with a reply, in one sentence; undefined where nothing is. Bodies that are not JSON are not looked into. */
  faultOf(method: string, path: string, reply: SeenReply): string | undefined {
    if (reply.contentType?.startsWith('application/json') !== true || method === 'HEAD') return undefined;
    const schema = this.schemaOf(method, path, reply.status);
    if (typeof schema === 'string') return schema;
    const validate = this.validatorOf(schema);
    return validate(JSON.parse(reply.text)) ? undefined : told(validate.errors ?? []);
  }

  /** What is wrong with a value that must fit a schema of the document; undefined where nothing is. */
  faultOfValue(schemaName: string, value: unknown): string | undefined {
    const schema = (this.named[schemaName] ??= { $ref: `#/components/schemas/${schemaName}` });
    const validate = this.validatorOf(schema);
    return validate(value) ? undefined : told(validate.errors ?? []);
  }

  private schemaOf(method: string, path: string, status: number): Schema | string {
    const plain = path.split('?', 1)[0] ?? '';
    const route = this.routes.find((one) => one.method === method && one.pattern.test(plain));
    const response = route?.operation.responses[String(status)];
    if (response === undefined) {
      return ANYWHERE.has(status) && (route === undefined || status === 405)
        ? FAILURE
        : `the document has no status ${status} for ${method} ${plain}`;
    }
    return response.content?.['application/json']?.schema ?? `the document has no JSON body for it`;
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const known = this.compiled.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    const made = this.compiledByText.get(text) ?? this.ajv.compile(strict(schema) as Schema);
    this.compiledByText.set(text, made);
    this.compiled.set(schema, made);
    return made;
  }
}

const FAILURE: Schema = { $ref: '#/components/schemas/Failure' };

function strictSchemas(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strict(schema) as Schema]));
}

/** A schema of OpenAPI 3.0 as JSON Schema: `nullable` written out, and objects closed that don't say they are open. */
function strict(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, ...rest } = schema;
  const inner: Record<string, Json> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'enum' || key === 'default' ? value : strict(value)]),
  );
  if (typeof inner['$ref'] === 'string') inner['$ref'] = `openapi${inner['$ref']}`;
  if (inner['properties'] !== undefined && inner['additionalProperties'] === undefined) {
    inner['additionalProperties'] = false;
  }
  return nullable === true ? { anyOf: [{ type: 'null' }, inner] } : inner;
}

function told(errors: readonly ErrorObject[]): string {
  return errors
    .filter((error) => error.keyword !== 'anyOf')
    .slice(0, 5)
    .map((error) => `${error.instancePath || '/'} ${error.message ?? ''} ${JSON.stringify(error.params)}`)
    .join('; ');
}

function patternOf(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}

function parametersOf(template: string): number {
  return template.split('{').length;
}
