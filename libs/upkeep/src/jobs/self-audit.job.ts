import { defineJob } from '#lib/queue';
import type { AuditReport } from '../domain/audit-check';

export class SelfAuditPayload {}

/** Compares samples of the product's own values. */
export const selfAuditJob = defineJob<SelfAuditPayload, AuditReport>({
  name: 'upkeep.self-audit',
  queue: 'maintenance',
  payload: SelfAuditPayload,
  dedupeKey: () => 'all',
  retry: { attempts: 3, backoffMs: 60_000, crashes: 3 },
});
