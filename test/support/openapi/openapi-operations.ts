import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiText } from './reply-checker';

export interface OpenApiSchema {
  $ref?: string;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  format?: string;
  pattern?: string;
  enum?: unknown[];
  nullable?: boolean;
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  additionalProperties?: boolean | OpenApiSchema;
  allOf?: OpenApiSchema[];
  anyOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: OpenApiSchema;
}

/** One route of `docs/openapi.json`. */
export interface OpenApiOperation {
  /** Such as `PATCH /api/stock-cycle/sessions/{id}`. */
  name: string;
  method: string;
  /** With `{id}` for parameters. */
  path: string;
  /** `public`, `authenticated` or `administrator`. */
  access: string | undefined;
  /** Whose personal API keys it takes, where it is `authenticated`. */
  keys: string | undefined;
  /** Whether it reads `X-API-Key`. */
  keyHeader: boolean;
  /** Whether no key will do. */
  loginOnly: boolean;
  /** The scope that a personal API key needs; undefined where no key will do. */
  scope: string | undefined;
  /** Whether it reads the Bearer header. */
  bearer: boolean;
  /** Whether it takes the key of a calendar feed in its address. */
  calendarKey: boolean;
  /** The one status of a route that refuses every bad credential alike. */
  refusal: number | undefined;
  parameters: OpenApiParameter[];
  /** Schema of the JSON body. */
  body: OpenApiSchema | undefined;
  /** Content types of the body, JSON or not. */
  bodyTypes: string[];
}

interface StoredOperation {
  'x-access'?: string;
  'x-api-keys'?: string;
  'x-refusal'?: number;
  'x-login-only'?: boolean;
  'x-key-scope'?: string;
  security?: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { content?: Record<string, { schema?: OpenApiSchema }> };
}

interface StoredDocument {
  paths: Record<string, Record<string, StoredOperation>>;
  components: { schemas: Record<string, OpenApiSchema> };
}

const document = JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')) as StoredDocument;

/** The committed document, which a check keeps equal to what the program serves. */
export const OPENAPI_DOCUMENT = document as unknown as OpenApiText;

/** Every route of the document. */
export const OPERATIONS: readonly OpenApiOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, operation]) => {
    const method = verb.toUpperCase();
    const content = operation.requestBody?.content ?? {};
    return {
      name: `${method} ${path}`,
      method,
      path,
      access: operation['x-access'],
      keys: operation['x-api-keys'],
      keyHeader: operation.security?.some((one) => 'x_api_key' in one) === true,
      loginOnly: operation['x-login-only'] === true,
      scope: operation['x-key-scope'],
      bearer: operation.security?.some((one) => 'bearer' in one) === true,
      calendarKey: operation.security?.some((one) => 'calendar_key' in one) === true,
      refusal: operation['x-refusal'],
      parameters: operation.parameters ?? [],
      body: content['application/json']?.schema,
      bodyTypes: Object.keys(content),
    };
  }),
);

/** A schema with its reference followed, one step of `allOf` included. */
export function resolved(schema: OpenApiSchema): OpenApiSchema {
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return { ...resolved(only), ...(schema.nullable === true ? { nullable: true } : {}) };
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const found = document.components.schemas[name];
  if (found === undefined) throw new Error(`docs/openapi.json has no schema ${name}`);
  return resolved(found);
}

/** The path with its parameters filled in. */
export function pathOf(operation: OpenApiOperation, value: (name: string) => string): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => value(name));
}
