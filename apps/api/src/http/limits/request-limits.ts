import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { RateLimits } from '#lib/rate-limits';
import { clientAddress } from './client-address';
import { RATE_LIMITED, type RateLimiting } from './rate-limited';

/** Logins of one client address, good and bad ones. */
const LOGINS_PER_MINUTE = 30;

/** Whose budget a request is taken from. Both answer at once, without a promise, where the slice at hand suffices. */
@Injectable()
export class RequestLimits {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  /** A request without a valid credential, or to a public route. @throws AppError 429. */
  admitAddress(context: ExecutionContext): undefined | Promise<void> {
    const limiting = this.limitingOf(context);
    if (limiting === 'none') return undefined;
    const address = clientAddress(context.switchToHttp().getRequest<FastifyRequest>().ip);
    const perMinute = this.config.rateLimitPublicPerMinute;
    return limiting === 'strict'
      ? this.limits.admit({ key: `login:${address}`, perMinute: Math.min(LOGINS_PER_MINUTE, perMinute), strict: true })
      : this.limits.admit({ key: `address:${address}`, perMinute });
  }

  /** A request with a valid credential, whichever it was. @throws AppError 429. */
  admitUser(context: ExecutionContext, userId: number): undefined | Promise<void> {
    if (this.limitingOf(context) === 'none') return undefined;
    return this.limits.admit({ key: `user:${userId}`, perMinute: this.config.rateLimitUserPerMinute });
  }

  private limitingOf(context: ExecutionContext): RateLimiting {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<RateLimiting | undefined>(RATE_LIMITED, targets) ?? 'shared';
  }
}
