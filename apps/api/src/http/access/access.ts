import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { KeyScope } from '#lib/accounts';

/**
 * Whose personal API keys a route takes.
 * `administrator`: the contract's rule, keys of user id 1 only. `any`: everybody's own. `none`: a login is needed, because
 * the route hands out or changes credentials.
 */
export type KeyRule = 'administrator' | 'any' | 'none';

/** What a route that is not public asks of its caller. */
export type GuardedAccess = AuthenticatedAccess | AdministratorAccess | KeyHeaderAccess;

/** `reads`: the route changes nothing, whatever its method is, so that keys with the scope `read` may call it. */
export interface AuthenticatedAccess {
  readonly level: 'authenticated';
  readonly keys: KeyRule;
  readonly reads?: boolean;
}

/** `contractRoute`: a parameter of ours on a route of the contract, which takes credentials as the contract says. */
export interface AdministratorAccess {
  readonly level: 'administrator';
  readonly keyHeader?: boolean;
  readonly loginOnly?: boolean;
  readonly contractRoute?: boolean;
}

/**
 * Personal API keys alone, in `X-API-Key`, where `bearer` says so in the Authorization header too: no login, no `api_key`.
 * `administrator`: keys of user id 1 only, and whoever has none gets a 403, as these routes' documents say.
 */
export interface KeyHeaderAccess {
  readonly level: 'key_header';
  readonly scope: KeyScope;
  readonly administrator?: boolean;
  readonly bearer?: boolean;
}

/** What a public route asks for some queries' sake, such as a list of the caller's own; `undefined` where it stays public. */
export type NarrowedAccess = (query: Readonly<Record<string, unknown>>) => GuardedAccess | undefined;

/** What a route asks of its caller. Every route says it, or the program doesn't start. */
export type Access = PublicAccess | GuardedAccess;

/** `recognises`: who comes with a good login is known to the handler; a bad one counts as none. */
interface PublicAccess {
  readonly level: 'public';
  readonly narrowed?: NarrowedAccess;
  readonly recognises?: boolean;
}

export const ACCESS = 'stock-cycle:access';

type RouteDecorator = MethodDecorator & ClassDecorator;

/** Anybody, whatever credential he sends; `narrowed` may ask more of some queries, `recognises` looks who it is. */
export const Public = (options: { narrowed?: NarrowedAccess; recognises?: boolean } = {}): RouteDecorator =>
  declareAccess({ level: 'public', ...options });

/** Anybody with a valid credential. Without options the contract's rule for personal API keys holds. */
export const Authenticated = (options: { keys?: KeyRule; reads?: boolean } = {}): RouteDecorator =>
  declareAccess({
    level: 'authenticated',
    keys: options.keys ?? 'administrator',
    ...(options.reads === undefined ? {} : { reads: options.reads }),
  });

/**
 * Users with the role `admin`, by login, and the personal API keys of user id 1 with the scope `admin`, never in the
 * address; with `keyHeader` the key may also come in `X-API-Key`. With `loginOnly` no key will do: for pages, and for what
 * changes credentials.
 */
export const Administrator = (options: { keyHeader?: boolean; loginOnly?: boolean } = {}): RouteDecorator =>
  declareAccess({ level: 'administrator', ...options });

/** Personal API keys in `X-API-Key`, and no other credential; see {@link KeyHeaderAccess}. */
export const KeyHeader = (
  options: { administrator?: boolean; bearer?: boolean; scope?: KeyScope } = {},
): RouteDecorator => declareAccess({ level: 'key_header', scope: 'read', ...options });

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The scope that a personal API key needs for a route. */
export function getScope(access: GuardedAccess, method: string): KeyScope {
  if (access.level === 'key_header') return access.scope;
  if (access.level === 'administrator' && access.contractRoute !== true) return 'admin';
  if (access.level === 'authenticated' && access.reads === true) return 'read';
  return READS.has(method) ? 'read' : 'write';
}

/** The scope that a route needs whatever its method is. */
function findFixedScope(access: Access): KeyScope | undefined {
  if (access.level === 'key_header') return access.scope;
  return access.level === 'authenticated' && access.reads === true ? 'read' : undefined;
}

function declareAccess(access: Access): RouteDecorator {
  const credentials = listCredentials(access).map((name) => ApiSecurity(name));
  const keys = access.level === 'authenticated' ? [ApiExtension('x-api-keys', access.keys)] : [];
  const refusal =
    access.level === 'key_header' ? [ApiExtension('x-refusal', access.administrator === true ? 403 : 401)] : [];
  const login =
    access.level === 'administrator' && access.loginOnly === true ? [ApiExtension('x-login-only', true)] : [];
  const fixedScope = findFixedScope(access);
  const scope = fixedScope === undefined ? [] : [ApiExtension('x-key-scope', fixedScope)];
  return applyDecorators(
    SetMetadata(ACCESS, access),
    ApiExtension('x-access', access.level),
    ...keys,
    ...refusal,
    ...login,
    ...scope,
    ...credentials,
  );
}

/** Names of the credentials that a route reads, as the OpenAPI document has them. */
function listCredentials(access: Access): string[] {
  switch (access.level) {
    case 'public':
      return [];
    case 'key_header':
      return ['x_api_key', ...(access.bearer === true ? ['bearer'] : [])];
    case 'authenticated':
      return ['bearer', 'api_key', 'cookie'];
    case 'administrator':
      return ['bearer', 'cookie', ...(access.keyHeader === true && access.loginOnly !== true ? ['x_api_key'] : [])];
  }
}
