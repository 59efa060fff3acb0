import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ApiKeysService, Identity } from '#lib/accounts';
import { loadConfig } from '#lib/config';
import { RateLimits } from '#lib/rate-limits';
import { RequestLimits } from '../limits/request-limits';
import { Administrator, Authenticated, Public } from './access';
import { AccessGuard } from './access.guard';
import { callerOf } from './caller';
import type { KeyHeaderGuard } from './key-header.strategy';
import type { LoginIdentity, LoginTokenGuard } from './login-token.strategy';

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
    headers: credential === 'none' ? {} : { authorization: credential === 'login' ? 'Bearer a.b.c' : 'Bearer sck_x' },
  };
  const context = {
    getHandler: () => Routes.prototype[route],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  const apiKeys = { identify: () => Promise.resolve(credential === 'key' ? who : undefined) };
  const loginTokens = {
    canActivate: () => {
      const user: LoginIdentity = { ...who, loginId: 'x' };
      Object.assign(request, { user });
      return Promise.resolve(true);
    },
  };
  const guard = new AccessGuard(
    new Reflector(),
    loadConfig({}),
    apiKeys as unknown as ApiKeysService,
    loginTokens as unknown as LoginTokenGuard,
    { canActivate: () => Promise.resolve(true) } as unknown as KeyHeaderGuard,
    new RequestLimits(new Reflector(), loadConfig({}), new RateLimits(undefined)),
  );
  try {
    await guard.canActivate(context);
    expect(callerOf(request as never)?.userId).toBe(route === 'public' ? undefined : who.userId);
    return 200;
  } catch (error) {
    return (error as { kind: string }).kind === 'unauthorized' ? 401 : 403;
  }
}

describe('AccessGuard', () => {
  it.each([
    // route, none, bad, login of anybody, key of 1, key of another, key of a second administrator
    ['public', 200, 200, 200, 200, 200, 200],
    ['contract', 401, 401, 200, 200, 403, 403],
    ['own', 401, 401, 200, 200, 200, 200],
    ['credentials', 401, 401, 200, 403, 403, 403],
    ['administration', 401, 401, 403, 200, 403, 403],
    ['page', 401, 401, 403, 403, 403, 403],
  ] as const)('answers as documented: %s', async (route, ...expected) => {
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
