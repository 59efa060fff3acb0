import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';

/**
 * Whose personal API keys a route takes.
 * `administrator`: the contract's rule, keys of user id 1 only. `any`: everybody's own. `none`: a login is needed, because
 * the route hands out or changes credentials.
 */
export type KeyRule = 'administrator' | 'any' | 'none';

/** What a route that is not public asks of its caller. */
export type GuardedAccess =
  | { readonly level: 'authenticated'; readonly keys: KeyRule }
  | { readonly level: 'administrator'; readonly keyHeader?: boolean };

/** What a public route asks for some queries' sake, such as a list of the caller's own; `undefined` where it stays public. */
export type NarrowedAccess = (query: Readonly<Record<string, unknown>>) => GuardedAccess | undefined;

/** What a route asks of its caller. Every route says it, or the program doesn't start. */
export type Access = { readonly level: 'public'; readonly narrowed?: NarrowedAccess } | GuardedAccess;

export const ACCESS = 'stock-cycle:access';

type RouteDecorator = MethodDecorator & ClassDecorator;

/** Anybody, whatever credential he sends; `narrowed` may ask more of some queries. */
export const Public = (options: { narrowed?: NarrowedAccess } = {}): RouteDecorator =>
  declareAccess({ level: 'public', ...options });

/** Anybody with a valid credential. Without options the contract's rule for personal API keys holds. */
export const Authenticated = (options: { keys?: KeyRule } = {}): RouteDecorator =>
  declareAccess({ level: 'authenticated', keys: options.keys ?? 'administrator' });

/**
 * Users with the role `admin`, by login, and the personal API keys of user id 1; with `keyHeader` the key may also come in
 * `X-API-Key`.
 */
export const Administrator = (options: { keyHeader?: boolean } = {}): RouteDecorator =>
  declareAccess({ level: 'administrator', ...options });

function declareAccess(access: Access): RouteDecorator {
  const credentials =
    access.level === 'public' ? [] : [ApiSecurity('bearer'), ApiSecurity('api_key'), ApiSecurity('cookie')];
  if (access.level === 'administrator' && access.keyHeader === true) credentials.push(ApiSecurity('x_api_key'));
  const keys = access.level === 'authenticated' ? [ApiExtension('x-api-keys', access.keys)] : [];
  return applyDecorators(SetMetadata(ACCESS, access), ApiExtension('x-access', access.level), ...keys, ...credentials);
}
