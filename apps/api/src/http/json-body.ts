import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, messageOf } from '#lib/kernel';

/** JSON bodies above this are refused with 413. */
export const JSON_BODY_LIMIT = 1024 * 1024;

/** Deeper JSON is refused: what comes after the parser recurses. */
const DEEPEST = 64;

const bodyErrors = new WeakMap<FastifyRequest, AppError>();

/** What was wrong with the request's body, kept for after the guards: without credentials the answer is 401, whatever the body. */
export function toBodyError(request: FastifyRequest): AppError | undefined {
  return bodyErrors.get(request);
}

/** Registers JSON, and nothing else, as a content type that the server reads; an empty body counts as none. */
export function registerJsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_BODY_LIMIT },
    (request, body, done) => {
      try {
        refuseLonger(request, body.length);
        done(null, body.length === 0 ? undefined : parseJsonBody(body));
      } catch (error) {
        bodyErrors.set(request, error instanceof AppError ? error : malformed(messageOf(error)));
        done(null, undefined);
      }
    },
  );
}

/** Of a route that takes less than the others, as `AnyBody` says. */
function refuseLonger(request: FastifyRequest, bytes: number): void {
  const { longestBody = JSON_BODY_LIMIT } = request.routeOptions.config as { longestBody?: number };
  if (bytes <= longestBody) return;
  throw new AppError('too_large', 'body_too_large', `the body is larger than ${longestBody / 1024} KiB`);
}

/**
 * Reads a JSON body: UTF-8 (a byte order mark is fine), at most 64 levels deep, without keys that name a class or a
 * prototype, NUL characters or broken surrogates, which PostgreSQL can't store.
 * @throws AppError `malformed_json`.
 */
function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (measureDepth(text) > DEEPEST) throw malformed(`it is nested more than ${DEEPEST} levels deep`);
  const value = parse(text);
  checkStrings(value);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 quotes the text around the fault, which may hold a password.
    const position = /at position \d+/.exec(messageOf(error))?.[0];
    throw malformed(position === undefined ? 'it is not valid JSON' : `it is not valid JSON ${position}`);
  }
}

/** Levels of arrays and objects, read from the text so that no recursion meets the deep ones. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1));
    else if (char === '}' || char === ']') depth -= 1;
  }
  return deepest;
}

function checkStrings(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') checkText(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    // class-transformer takes what stands under `constructor` of a nested object for its class; above it is an unknown field.
    if (key === '__proto__' || (key === 'constructor' && path.length > 0)) throw malformed(`it has a key named ${key}`);
    checkText(key, path);
    checkStrings(item, [...path, key]);
  }
}

function checkText(text: string, path: readonly string[]): void {
  // With the u flag a surrogate pair is one letter: what is left are surrogates without their partner.
  if (!/[\0\p{Surrogate}]/u.test(text)) return;
  const field = path.join('.') || 'body';
  const message = `${field} has a NUL character or half a surrogate pair in it, which can't be stored`;
  throw AppError.invalid(message, [{ field, message }]);
}

function malformed(reason: string): AppError {
  return AppError.invalid(`the body can't be read: ${reason}`, undefined, 'malformed_json');
}
