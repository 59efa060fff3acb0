import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { getCaller } from '../access/caller';
import { requestedAccess } from '../access/requested-access';
import { RequestLimits } from './request-limits';

/**
 * Second of the three guards: whether the caller asks too often (429). Requests to public routes, and those without a valid
 * credential, count for their address; all others for their user.
 */
@Injectable()
export class RequestLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RequestLimits,
  ) {}

  /** @throws AppError 429. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const caller = getCaller(context.switchToHttp().getRequest<FastifyRequest>());
    const isPublic = requestedAccess(this.reflector, context).level === 'public';
    if (caller === undefined || isPublic) await this.limits.admitAddress(context);
    else await this.limits.admitUser(context, caller.userId);
    return true;
  }
}
