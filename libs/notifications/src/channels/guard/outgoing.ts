import type { LookupAddress } from 'node:dns';
import type { Allowance } from './address-guard';

/** How long an attempt may take. */
export interface TimeLimits {
  /** Look-up, TCP and TLS. */
  readonly connectMs: number;
  /** Everything, to the last byte that is read. */
  readonly totalMs: number;
}

export const TIME_LIMITS: TimeLimits = { connectMs: 10_000, totalMs: 15_000 };

/** The world that an attempt happens in. */
export interface Outgoing extends Allowance {
  /** Milliseconds since 1970: signatures hold it. */
  readonly now: () => number;
  /** Ends the attempt, which is then to be retried. */
  readonly signal: AbortSignal;
  /** For tests; 10 s and 15 s without it. */
  readonly limits?: TimeLimits;
  /** For tests; the system's resolver without it. */
  readonly lookUp?: (host: string) => Promise<readonly LookupAddress[]>;
}
