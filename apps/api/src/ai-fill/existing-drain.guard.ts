import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DrainsService } from '#lib/ai';
import { readPathId } from '../http/path-id';

/** Answers 404 for an unknown drain while there still is a status to answer with: an event stream soon begins with its 200. */
@Injectable()
export class ExistingDrainGuard implements CanActivate {
  constructor(private readonly drains: DrainsService) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { params } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id?: unknown } }>>();
    await this.drains.get(readPathId('id', params.id));
    return true;
  }
}
