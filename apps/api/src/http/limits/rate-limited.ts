import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const RATE_LIMITED = 'stock-cycle:rate-limited';

/**
 * How a route's requests are limited. `shared`, the rule: by user, or by client address, over all routes together.
 * `strict`: a budget of its own by client address, each request booked in the store first, none admitted without it.
 * `none`: for probes, which must answer whatever else goes on.
 */
export type RateLimiting = 'shared' | 'strict' | 'none';

/** Another way of limiting than `shared`. */
export const RateLimited = (limiting: Exclude<RateLimiting, 'shared'>): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(RATE_LIMITED, limiting), ApiExtension('x-rate-limit', limiting));
