import type { FastifyRequest } from 'fastify';
import { looksLikeApiKey } from '#lib/accounts';
import type { LoginCookie } from './login-cookie';

/** The credential that counts for a request. There is at most one: a bad one is never passed over for the next. */
export type PresentedCredential =
  | { readonly kind: 'jwt' | 'cookie'; readonly token: string }
  /** `inAddress`: it stands in the query, and so in histories and logs of proxies. */
  | { readonly kind: 'api_key'; readonly key: string; readonly inAddress?: boolean }
  /** The key stands in `X-API-Key`, where its strategy reads it. */
  | { readonly kind: 'key_header' }
  | { readonly kind: 'malformed' };

/** Where a route looks for a credential beside the usual places. */
export interface CredentialPlaces {
  /** It reads `X-API-Key` too, next after the Bearer header. */
  keyHeader?: boolean;
  /** It reads `X-API-Key` alone, and the Bearer header where `bearer` says so. */
  only?: { bearer: boolean };
}

/**
 * Picks the credential of a request: a Bearer header wins over `api_key` in the query, which wins over the login cookie.
 * An Authorization header of another scheme is none of ours (a proxy's, say).
 */
export function presentedCredential(
  request: FastifyRequest,
  cookie: LoginCookie,
  { keyHeader = false, only }: CredentialPlaces = {},
): PresentedCredential | undefined {
  if (only !== undefined) return (only.bearer ? fromHeader(request) : undefined) ?? fromKeyHeader(request);
  const byHeader = fromHeader(request) ?? (keyHeader ? fromKeyHeader(request) : undefined);
  return byHeader ?? fromQuery(request) ?? fromCookie(request, cookie);
}

function fromHeader(request: FastifyRequest): PresentedCredential | undefined {
  if (request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length > 1) {
    return { kind: 'malformed' };
  }
  const [, scheme, value] = /^([^\s]+)(?:\s+(.*))?$/s.exec(request.headers.authorization ?? '') ?? [];
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  if (value === undefined || !/^[\x21-\x7e]+$/.test(value)) return { kind: 'malformed' };
  return looksLikeApiKey(value) ? { kind: 'api_key', key: value } : { kind: 'jwt', token: value };
}

/** Sent twice, Node joins the values, which is no key any more. */
function fromKeyHeader(request: FastifyRequest): PresentedCredential | undefined {
  return typeof request.headers['x-api-key'] === 'string' ? { kind: 'key_header' } : undefined;
}

function fromQuery(request: FastifyRequest): PresentedCredential | undefined {
  const value = (request.query as Record<string, unknown>)['api_key'];
  if (value === undefined) return undefined;
  return typeof value === 'string' ? { kind: 'api_key', key: value, inAddress: true } : { kind: 'malformed' };
}

function fromCookie(request: FastifyRequest, cookie: LoginCookie): PresentedCredential | undefined {
  const token = cookie.read(request);
  return token === undefined ? undefined : { kind: 'cookie', token };
}
