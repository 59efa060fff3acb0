import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { StudiesService } from '#lib/studies';
import { readPathId } from '../http/path-id';

/** Answers 404 for an unknown study while there still is a status to answer with: an event stream soon begins with its 200. */
@Injectable()
export class ExistingStudyGuard implements CanActivate {
  constructor(private readonly studies: StudiesService) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { params } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id?: unknown } }>>();
    await this.studies.get(readPathId('id', params.id));
    return true;
  }
}
