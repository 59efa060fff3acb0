import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const FAILURE = 'Failure';
const UNAUTHORIZED = 'Unauthorized';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const ERRORS: Readonly<Record<number, { text: string; code: string; example: string }>> = {
  400: {
    text: 'Bad input',
    code: 'invalid_input',
    example: 'start_date must be a calendar day YYYY-MM-DD; received "2024-02-30"',
  },
  401: { text: 'No valid credential', code: '', example: 'credentials are needed' },
  403: {
    text: 'Not allowed',
    code: 'administrator_key_only',
    example: 'only personal API keys of the administrator are accepted here',
  },
  404: { text: 'Nothing has this id', code: 'not_found', example: 'there is no such record' },
  409: { text: 'In conflict with the current state', code: 'conflict', example: 'the code has an open session' },
  412: { text: 'If-Match no longer matches', code: 'version_changed', example: 'somebody changed it since' },
  413: { text: 'Body over 1 MiB', code: 'body_too_large', example: 'the body is larger than 1 MiB' },
  415: { text: 'Not JSON', code: 'unsupported_media_type', example: 'send the body as Content-Type application/json' },
  429: {
    text: 'Too many requests',
    code: 'rate_limited',
    example: 'more than 3000 requests in this minute; try again in 20 s',
  },
  500: {
    text: 'Server failure',
    code: 'internal_error',
    example: 'something went wrong on the server; tell the operator the request id …',
  },
  503: {
    text: 'A dependency does not answer',
    code: 'database_unavailable',
    example: 'the database does not answer; try again shortly',
  },
};

/** Adds to every operation the error replies that follow from what it is, and those that its route names. */
export function completeOperations(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (operation === undefined) continue;
      addErrors(operation);
      addScope(operation, method);
    }
  }
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...SCHEMAS } };
  return document;
}

/** The scope that a personal API key needs, where the route takes keys. */
function addScope(operation: Operation, method: string): void {
  const extensions = operation as Operation & Extensions;
  const { 'x-access': access, 'x-api-keys': keys, 'x-login-only': loginOnly } = extensions;
  if (access === 'public' || keys === 'none' || loginOnly === true) return;
  const byLevel = access === 'administrator' ? 'admin' : method === 'get' ? 'read' : 'write';
  extensions['x-key-scope'] ??= byLevel;
}

interface Extensions {
  'x-access'?: string;
  'x-api-keys'?: string;
  'x-login-only'?: boolean;
  'x-key-scope'?: string;
  'x-rate-limit'?: string;
  /** The one status of a route that refuses every bad credential alike. */
  'x-refusal'?: number;
  'x-error-responses'?: Record<number, string>;
}

function addErrors(operation: Operation): void {
  const extensions = operation as Operation & Extensions;
  const own = extensions['x-error-responses'] ?? {};
  delete extensions['x-error-responses'];
  const hasPathId = operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'path') === true;
  const implied = [
    400,
    ...listErrorResponses(extensions),
    ...(hasPathId ? [404] : []),
    ...(operation.requestBody === undefined ? [] : [413, 415]),
    ...(extensions['x-rate-limit'] === 'none' ? [] : [429]),
    500,
    503,
  ];
  for (const status of new Set([...implied, ...Object.keys(own).map(Number)])) {
    operation.responses[String(status)] ??= errorReply(status, own[status]);
  }
}

function listErrorResponses({ 'x-access': access, 'x-refusal': refusal }: Extensions): number[] {
  // A key without the scope is refused by 403, whatever a bad one is.
  if (refusal !== undefined) return [refusal, 403];
  return access === 'public' ? [] : [401, 403];
}

function errorReply(status: number, text: string | undefined): Operation['responses'][string] {
  const known = ERRORS[status] ?? { text: 'Error', code: 'error', example: 'what happened' };
  const { code, example } = known;
  return {
    description: text ?? known.text,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${status === 401 ? UNAUTHORIZED : FAILURE}` },
        example: status === 401 ? { error: example } : { success: false, error: text ?? example, code },
      },
    },
  };
}

const SCHEMAS = {
  [FAILURE]: {
    type: 'object',
    required: ['success', 'error', 'code'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      error: { type: 'string', description: 'A sentence a person can act on' },
      code: { type: 'string', description: 'A stable word for programs' },
      message: { type: 'string', description: 'Details, on routes that have them' },
      fields: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: { field: { type: 'string' }, message: { type: 'string' } },
        },
      },
      details: { type: 'object', additionalProperties: true },
    },
  },
  [UNAUTHORIZED]: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
};
