import { createHash } from 'node:crypto';

/** The part of JSON Schema that our questions use. */
export interface SmallSchema {
  type?: string | string[];
  enum?: (string | null)[];
  properties?: Record<string, SmallSchema>;
  items?: SmallSchema;
}

/** Events that no bar but a one-price bar contradicts: others would be asked for once more, day by day. */
const POSSIBLE_EVENTS = new Set<unknown>(['AR', 'ST', 'TEST', 'LPS', 'BU', 'ARE', 'LPSY', 'SOT']);

/**
 * An answer that fits the schema and depends on nothing but it and `seed`: one entry for each date or key that the schema
 * allows, words drawn from its enumerations, a note in Chinese.
 */
export function sensibleAnswer(schema: SmallSchema, seed: string): unknown {
  if (schema.enum !== undefined) {
    const possible = schema.enum.includes('SPRING')
      ? schema.enum.filter((word) => POSSIBLE_EVENTS.has(word))
      : schema.enum;
    return possible[drawn(seed, possible.length)] ?? null;
  }
  const [type] = [schema.type].flat();
  if (type === 'boolean') return drawn(seed, 2) === 1;
  if (type === 'string') return `演示模型的说明（第 ${String(drawn(seed, 1000))} 号）`;
  if (type === 'array') return answerList(schema.items ?? {}, seed);
  return answerObject(schema, seed, {});
}

function answerObject(schema: SmallSchema, seed: string, fixed: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, fixed[key] ?? sensibleAnswer(inner, `${seed}/${key}`)]),
  );
}

function answerList(items: SmallSchema, seed: string): unknown[] {
  const named = ['date', 'key'].find((key) => items.properties?.[key]?.enum !== undefined);
  if (named === undefined) return drawn(seed, 2) === 0 ? [] : [sensibleAnswer(items, seed)];
  const names = items.properties?.[named]?.enum ?? [];
  return names.map((name) => answerObject(items, `${seed}/${String(name)}`, { [named]: name }));
}

function drawn(seed: string, below: number): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) % Math.max(1, below);
}
