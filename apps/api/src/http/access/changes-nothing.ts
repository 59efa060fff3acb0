import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access';

const READS = new Set(['GET', 'HEAD']);

/** Whether a request only reads: by its method, or because its route says so, as lookups by POST do. */
export function changesNothing(reflector: Reflector, context: ExecutionContext, method: string): boolean {
  if (READS.has(method)) return true;
  const access = reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);
  if (access.level === 'key_header') return access.scope === 'read';
  return access.level === 'authenticated' && access.reads === true;
}
