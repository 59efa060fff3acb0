import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ScansService } from '#lib/scan';
import { readPathId } from '../http/path-id';

/** Answers 404 for an unknown scan while there still is a status to answer with: an event stream soon begins with its 200. */
@Injectable()
export class ExistingScanGuard implements CanActivate {
  constructor(private readonly scans: ScansService) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { params } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id?: unknown } }>>();
    await this.scans.get(readPathId('id', params.id));
    return true;
  }
}
