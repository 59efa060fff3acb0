import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { type RateLimit, RateLimitsService } from '#lib/rate-limits';
import { clientAddress } from './client-address';
import { RATE_LIMITED, type RateLimiting } from './rate-limited';

/** Logins of one client address, good and bad ones. */
const LOGINS_PER_MINUTE = 30;

/** Rows of a reply that count as one request. */
const ROWS_PER_REQUEST = 1000;

/** Whose budget a request is taken from. Both answer at once, without a promise, where the slice at hand suffices. */
@Injectable()
export class RequestLimits {
  /** What each request was counted in, for what it turns out to weigh more. */
  private readonly budgets = new WeakMap<FastifyRequest, RateLimit>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly limits: RateLimitsService,
  ) {}

  /** A request without a valid credential, or to a public route. @throws AppError 429. */
  admitAddress(context: ExecutionContext): undefined | Promise<void> {
    const limiting = this.findLimiting(context);
    if (limiting === 'none') return undefined;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const address = clientAddress(request.ip);
    const perMinute = this.config.rateLimitPublicPerMinute;
    return limiting === 'strict'
      ? this.limits.admit({ key: `login:${address}`, perMinute: Math.min(LOGINS_PER_MINUTE, perMinute), strict: true })
      : this.admitTo(request, { key: `address:${address}`, perMinute });
  }

  /** A request with a valid credential, whichever it was. @throws AppError 429. */
  admitUser(context: ExecutionContext, userId: number): undefined | Promise<void> {
    if (this.findLimiting(context) === 'none') return undefined;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return this.admitTo(request, { key: `user:${userId}`, perMinute: this.config.rateLimitUserPerMinute });
  }

  /**
   * Counts a request by the rows that it asks for, one for each 1,000: it was admitted as one already, so this counts the
   * rest. Called before the work, and not for an answer without rows (a refusal, a 304).
   * @throws AppError 429.
   */
  weigh(request: FastifyRequest, rows: number): undefined | Promise<void> {
    const budget = this.budgets.get(request);
    const weight = Math.ceil(rows / ROWS_PER_REQUEST);
    if (budget === undefined || weight <= 1) return undefined;
    // One that weighs more than the whole budget takes it all.
    return this.limits.admit({ ...budget, weight: Math.min(weight, budget.perMinute) - 1 });
  }

  private admitTo(request: FastifyRequest, budget: RateLimit): undefined | Promise<void> {
    this.budgets.set(request, budget);
    return this.limits.admit(budget);
  }

  private findLimiting(context: ExecutionContext): RateLimiting {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<RateLimiting | undefined>(RATE_LIMITED, targets) ?? 'shared';
  }
}
