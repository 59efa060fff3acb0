import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';

/**
 * Whose personal API keys a route takes.
 * `administrator`: the contract's rule, keys of user id 1 only. `any`: everybody's own. `none`: a login is needed, because
 * the route hands out or changes credentials.
 */
export type KeyRule = 'administrator' | 'any' | 'none';

/** What a route asks of its caller. Every route says it, or the program doesn't start. */
export type Access =
  | { readonly level: 'public' }
  | { readonly level: 'authenticated'; readonly keys: KeyRule }
  | { readonly level: 'administrator' };

export const ACCESS = 'stock-cycle:access';

type RouteDecorator = MethodDecorator & ClassDecorator;

/** Anybody; a bad credential is ignored, a good one names the caller. */
export const Public = (): RouteDecorator => declareAccess({ level: 'public' });

/** Anybody with a valid credential. Without options the contract's rule for personal API keys holds. */
export const Authenticated = (options: { keys?: KeyRule } = {}): RouteDecorator =>
  declareAccess({ level: 'authenticated', keys: options.keys ?? 'administrator' });

/** Users with the role `admin`, by login, and the personal API keys of user id 1. */
export const Administrator = (): RouteDecorator => declareAccess({ level: 'administrator' });

function declareAccess(access: Access): RouteDecorator {
  const credentials =
    access.level === 'public' ? [] : [ApiSecurity('bearer'), ApiSecurity('api_key'), ApiSecurity('cookie')];
  return applyDecorators(SetMetadata(ACCESS, access), ApiExtension('x-access', access.level), ...credentials);
}
