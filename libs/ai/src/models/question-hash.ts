import { createHash } from 'node:crypto';
import type { AiQuestion } from '../domain/question';

/** SHA-256 in hex of a question and its template: an answer to the same hash may be reused. */
export function questionHash(question: AiQuestion, version: string): string {
  return createHash('sha256')
    .update(`${version}\n${JSON.stringify(sorted(question))}`)
    .digest('hex');
}

/** Keys in one order, since PostgreSQL and callers guarantee none. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
