import type { GuardedAccess } from '../http/access/access';

/**
 * What the public list asks for a query's sake: a credential for the caller's own codes, for the hits of a screen and for the
 * whole list as a file, an administrator for deleted sessions.
 */
export function sessionListAccess(query: Readonly<Record<string, unknown>>): GuardedAccess | undefined {
  if (holds(query['include_deleted'], ['true', '1'])) return { level: 'administrator', contractRoute: true };
  const own = holds(query['user_scope'], ['watchlist_only', 'position_only']);
  const ofScreen = query['screen'] !== undefined;
  if (own || ofScreen || holds(query['format'], ['csv'])) return { level: 'authenticated', keys: 'any' };
  return undefined;
}

function holds(value: unknown, words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value.trim());
}
