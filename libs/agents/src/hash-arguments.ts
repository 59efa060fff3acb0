import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal, the same for the same arguments in whatever order their keys stand. */
export function hashArguments(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([sortKeys(value)]))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}
