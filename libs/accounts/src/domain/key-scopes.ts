/**
 * What a personal API key may do. `read`: what changes nothing; `write`: what changes something; `admin`: routes of
 * administrators, with a key of the first administrator.
 */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** Of a key that requests no scopes. */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = ['read', 'write'];
