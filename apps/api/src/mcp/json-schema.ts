/** A JSON schema, as MCP tools declare their arguments and results. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The arguments of a tool: names that are not listed are refused. */
export function argumentsOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** An object that has all of these, and may get more in later versions. */
export function objectOf(properties: Readonly<Record<string, JsonSchema>>): ObjectSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** A page of a list. @param more Its fields other than the items. */
export function pageOf(item: JsonSchema, more: Readonly<Record<string, JsonSchema>> = {}): ObjectSchema {
  return objectOf({
    items: { type: 'array', items: item },
    next_cursor: { type: ['string', 'null'], description: '`cursor` of the next page; null: this is the last one' },
    total: { type: 'integer', minimum: 0, description: 'Items of all pages' },
    ...more,
  });
}

export const WARNINGS: JsonSchema = { type: 'array', items: { type: 'string' } };

export const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };
