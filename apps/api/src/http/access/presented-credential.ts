import type { FastifyRequest } from 'fastify';
import { looksLikeApiKey } from '#lib/accounts';
import type { LoginCookie } from './login-cookie';

/** The credential that counts for a request. There is at most one: a bad one is never passed over for the next. */
export type PresentedCredential =
  | { readonly kind: 'jwt' | 'cookie'; readonly token: string }
  /** `inAddress`: it stands in the query, and so in histories and logs of proxies. */
  | { readonly kind: 'api_key'; readonly key: string; readonly inAddress?: boolean }
  | { readonly kind: 'malformed' };

/** Where a route looks for a credential, in addition to the usual places. */
export interface CredentialSources {
  /** It reads `X-API-Key` too, next after the Bearer header. */
  keyHeader?: boolean;
  /** It reads `X-API-Key` alone, and the Bearer header where `bearer` says so. */
  only?: { bearer: boolean };
}

const KEY_HEADER = 'x-api-key';

const presented = new WeakMap<FastifyRequest, PresentedCredential>();

/** The credential that {@link presentCredential} picked for a request; undefined if there is none, or none counts. */
export function presentedCredential(request: FastifyRequest): PresentedCredential | undefined {
  return presented.get(request);
}

/**
 * Picks the credential of a request and remembers it: a Bearer header wins over `api_key` in the query, which wins over the
 * login cookie. An Authorization header of another scheme is none of ours (a proxy's, say).
 */
export function presentCredential(
  request: FastifyRequest,
  cookie: LoginCookie,
  sources: CredentialSources = {},
): PresentedCredential | undefined {
  const credential = pickCredential(request, cookie, sources);
  if (credential !== undefined) presented.set(request, credential);
  return credential;
}

/**
 * Whether the client that sends a request may have written before: whoever writes presents a credential, and sends it to
 * public routes too. A cookie of something else counts, which is no harm.
 */
export function mayHaveWritten({ headers, query }: FastifyRequest): boolean {
  const { authorization, cookie, [KEY_HEADER]: key } = headers;
  return [authorization, cookie, key, (query as Record<string, unknown>)['api_key']].some(
    (value) => value !== undefined,
  );
}

function pickCredential(
  request: FastifyRequest,
  cookie: LoginCookie,
  { keyHeader = false, only }: CredentialSources,
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
  const key = request.headers[KEY_HEADER];
  return typeof key === 'string' ? { kind: 'api_key', key } : undefined;
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
