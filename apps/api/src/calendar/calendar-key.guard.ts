import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CalendarKeysService } from '#lib/accounts';
import { AppError } from '#lib/kernel';

/**
 * Lets a calendar program read the feed by the key in its address, the one credential that such programs can send. It comes after
 * the limits of the client's address, and says the same of every key that is not good.
 */
@Injectable()
export class CalendarKeyGuard implements CanActivate {
  constructor(private readonly keys: CalendarKeysService) {}

  /** @throws AppError 401 `unauthorized`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { key } = context.switchToHttp().getRequest<FastifyRequest>().query as Readonly<Record<string, unknown>>;
    if (typeof key === 'string' && (await this.keys.identify(key)) !== undefined) return true;
    const message = 'the address of this calendar is not valid (any more); make a new one in the settings';
    throw new AppError('unauthorized', 'unauthorized', message);
  }
}
