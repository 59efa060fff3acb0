import type { AnswerSchema } from './answer-schema';
import { isObject } from './extract-object';

/**
 * Whether a value has the shape of an answer's schema: its types and required keys. Values are checked
 * elsewhere. If the server was told to
 * enforce the schema and this is false, it does not.
 */
export function fitsSchema(schema: AnswerSchema, value: unknown): boolean {
  const types = [schema['type']].flat();
  if (!types.some((type) => hasType(type, value))) return false;
  if (Array.isArray(value)) {
    const items = schema['items'];
    return !isObject(items) || value.every((entry) => fitsSchema(items, entry));
  }
  if (!isObject(value)) return true;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).every(
    ([key, inner]) => Object.hasOwn(value, key) && isObject(inner) && fitsSchema(inner, value[key]),
  );
}

function hasType(type: unknown, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}
