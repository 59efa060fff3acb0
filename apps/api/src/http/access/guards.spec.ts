import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { type ApiKeysService, KEY_SCOPES, type LoginsService } from '#lib/accounts';
import type { Identity } from '#lib/accounts/testing';
import { loadConfig } from '#lib/config';
import { RateLimitsService } from '#lib/rate-limits';
import { RequestLimitGuard } from '../limits/request-limit.guard';
import { RequestLimits } from '../limits/request-limits';
import { Administrator, Authenticated, Public } from './access';
import { ApiKeyStrategy } from './api-key.strategy';
import { getCaller } from './caller';
import { CredentialGuard } from './credential.guard';
import { LoginTokenStrategy } from './login-token.strategy';
import { LoginTokens } from './login-tokens';
import { RoleGuard } from './role.guard';

class Routes {
  @Public() public(): string {
    return 'public';
  }

  @Authenticated() contract(): string {
    return 'contract';
  }

  @Authenticated({ keys: 'any' }) own(): string {
    return 'own';
  }

  @Authenticated({ keys: 'none' }) credentials(): string {
    return 'credentials';
  }

  @Administrator() administration(): string {
    return 'administration';
  }

  @Administrator({ loginOnly: true }) page(): string {
    return 'page';
  }
}

const FIRST = { userId: 1, username: 'admin', role: 'admin' } as const;
const SECOND = { userId: 2, username: 'second', role: 'admin' } as const;
const PLAIN = { userId: 3, username: 'plain', role: 'user' } as const;

const JWT_SECRET = 'a secret of the test that is long enough for HS256';
const scopes = [...KEY_SCOPES];

function signLogin(): Promise<string> {
  const tokens = new LoginTokens(new JwtService(), loadConfig({ JWT_SECRET }));
  return tokens.sign({ loginId: 'x', userId: 1, expiresAt: new Date(Date.now() + 60_000) });
}

/** What a route answers to a caller: a status, 200 where he may pass. */
async function answer(
  route: keyof Routes,
  credential: 'key' | 'login' | 'bad' | 'none',
  who: Identity,
): Promise<number> {
  const request = {
    method: 'GET',
    query: {},
    ip: '192.0.2.1',
    raw: { rawHeaders: [] },
    headers:
      credential === 'none'
        ? {}
        : { authorization: credential === 'login' ? `Bearer ${await signLogin()}` : 'Bearer sck_x' },
  };
  const context = {
    getHandler: () => Routes.prototype[route],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
  } as unknown as ExecutionContext;
  const reflector = new Reflector();
  const config = loadConfig({ JWT_SECRET });
  const apiKeys = {
    identify: () => Promise.resolve(credential === 'key' ? { ...who, keyPrefix: 'sck_x', scopes } : undefined),
  };
  const logins = { identify: () => Promise.resolve(who) };
  const guards = [
    new CredentialGuard(
      reflector,
      config,
      new ApiKeyStrategy(apiKeys as unknown as ApiKeysService),
      new LoginTokenStrategy(config, logins as unknown as LoginsService),
    ),
    new RequestLimitGuard(reflector, new RequestLimits(reflector, config, new RateLimitsService(undefined))),
    new RoleGuard(reflector, config),
  ];
  try {
    for (const guard of guards) await guard.canActivate(context);
    expect(getCaller(request as never)?.userId).toBe(route === 'public' ? undefined : who.userId);
    return 200;
  } catch (error) {
    return (error as { kind: string }).kind === 'unauthorized' ? 401 : 403;
  }
}

describe('the guards', () => {
  it.each([
    // route, none, bad, login of anybody, key of 1, key of another, key of a second administrator
    ['public', 200, 200, 200, 200, 200, 200],
    ['contract', 401, 401, 200, 200, 403, 403],
    ['own', 401, 401, 200, 200, 200, 200],
    ['credentials', 401, 401, 200, 403, 403, 403],
    ['administration', 401, 401, 403, 200, 403, 403],
    ['page', 401, 401, 403, 403, 403, 403],
  ] as const)('respond as documented: %s', async (route, ...expected) => {
    expect([
      await answer(route, 'none', PLAIN),
      await answer(route, 'bad', PLAIN),
      await answer(route, 'login', PLAIN),
      await answer(route, 'key', FIRST),
      await answer(route, 'key', PLAIN),
      await answer(route, 'key', SECOND),
    ]).toEqual(expected);
  });

  it('lets every administrator administrate by login', async () => {
    expect([await answer('administration', 'login', FIRST), await answer('administration', 'login', SECOND)]).toEqual([
      200, 200,
    ]);
  });
});
