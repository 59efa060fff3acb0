import { finished } from 'node:stream';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { SSE_METADATA } from '@nestjs/common/constants';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#lib/kernel';
import { getCaller } from '../access/caller';
import { asksForAsync } from '../prefer';
import { WAITS_FOR_JOB } from './held-open';

type Kind = 'wait' | 'stream';

/** Requests of one user that this process holds open at a time. */
const LIMITS: Readonly<Record<Kind, number>> = { wait: 10, stream: 5 };

const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds the requests that a user holds open: those that wait for a job, and event streams. Each costs a look at the database
 * every few seconds for as long as it lasts. Counted in each process from the guard until the response has ended or its
 * connection is closed. Runs after {@link CredentialGuard}, which knows the user.
 */
@Injectable()
export class HeldOpenGuard implements CanActivate {
  private readonly open = new Map<string, number>();

  constructor(private readonly reflector: Reflector) {}

  /** @throws AppError 429 `too_many_waits`, `too_many_streams`. */
  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const kind = this.getKind(context, request);
    const caller = getCaller(request);
    if (kind === undefined || caller === undefined) return true;
    const key = `${kind}:${caller.userId}`;
    const open = this.open.get(key) ?? 0;
    if (open >= LIMITS[kind]) throw kind === 'wait' ? tooManyWaits() : tooManyStreams();
    this.open.set(key, open + 1);
    finished(http.getResponse<FastifyReply>().raw, () => this.release(key));
    return true;
  }

  private getKind(context: ExecutionContext, request: FastifyRequest): Kind | undefined {
    if (this.reflector.get<boolean | undefined>(SSE_METADATA, context.getHandler()) === true) return 'stream';
    const waits = this.reflector.getAllAndOverride<boolean | undefined>(WAITS_FOR_JOB, [
      context.getHandler(),
      context.getClass(),
    ]);
    return waits === true && !asksForAsync(request.headers['prefer']) ? 'wait' : undefined;
  }

  private release(key: string): void {
    const left = (this.open.get(key) ?? 0) - 1;
    if (left > 0) this.open.set(key, left);
    else this.open.delete(key);
  }
}

function tooManyWaits(): AppError {
  return new AppError(
    'rate_limited',
    'too_many_waits',
    `you wait for ${LIMITS.wait} jobs already; wait for one of them, or send Prefer: respond-async`,
    { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function tooManyStreams(): AppError {
  return new AppError(
    'rate_limited',
    'too_many_streams',
    `you follow ${LIMITS.stream} event streams already; close one of them first`,
    { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
